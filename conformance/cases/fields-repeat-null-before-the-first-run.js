// _repeat = null before the first run leaves an interval that one run.
const i = setInterval(() => console.log('run', i._repeat), 2);
i._repeat = null;
process.on('exit', () => console.log(i._destroyed));
