// An interval is queued again after its callback, at the end: a timer of the same duration that the callback set is ahead, also when the callback threw.
const busy = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
process.on('uncaughtException', (e) => console.log(e));
let n = 0;
const i = setInterval(() => {
  console.log('interval', ++n);
  const k = n;
  if (n === 3) return clearInterval(i);
  setTimeout(() => { console.log('timer of', k); busy(15); }, 10);
  busy(25);
  if (n === 2) throw 'thrown';
}, 10);
