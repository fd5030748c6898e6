process.on('uncaughtException', (e) => console.log(e.message));
let n = 0;
const t = setTimeout(() => { if (++n < 3) { t.refresh(); throw new Error('run ' + n); } console.log('done'); }, 1);
