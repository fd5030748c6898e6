// An interval whose _idleTimeout is -1 after its callback is not queued again.
let n = 0;
const i = setInterval(() => { console.log(++n); if (n === 2) i._idleTimeout = -1; }, 3);
setTimeout(() => console.log(i._destroyed, i._repeat, i._idleTimeout), 100);
