// An unref'd interval fires as long as something else keeps the loop alive.
let n = 0;
const i = setInterval(() => { if (++n === 3) { console.log('three times'); clearTimeout(other); } }, 2).unref();
const other = setTimeout(() => console.log('no'), 20000);
process.on('exit', () => console.log('exit', i._destroyed));
