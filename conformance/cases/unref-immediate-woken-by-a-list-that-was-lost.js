// A timer that is cleared after its _idleTimeout was changed leaves its list behind: it still wakes the loop, and an unref'd immediate runs then.
const began = performance.now();
const t = setTimeout(() => {}, 60);
t._idleTimeout = 7;
clearTimeout(t);
setTimeout(() => {
  setTimeout(() => {}, 700);
  setImmediate(() => console.log('before the timer', performance.now() - began < 500)).unref();
}, 1);
