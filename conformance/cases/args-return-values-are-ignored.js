// Nothing that a callback returns has a meaning: false ends no interval, a thenable is not asked.
const thenable = { get then() { console.log('no'); } };
let n = 0;
const i = setInterval(() => { console.log('interval', ++n); if (n === 3) clearInterval(i); return n === 1 ? false : thenable; }, 1);
setTimeout(() => thenable, 1);
setImmediate(() => thenable);
process.nextTick(() => thenable);
queueMicrotask(() => thenable);
