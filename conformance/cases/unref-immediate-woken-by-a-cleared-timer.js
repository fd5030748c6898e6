// A timer set and cleared in a pass still wakes the loop when it would have been due, and an unref'd immediate runs then.
const began = performance.now();
const t = setTimeout(() => {
  clearTimeout(t);
  clearTimeout(setTimeout(() => {}, 30));
  setImmediate(() => {
    setTimeout(() => {}, 600);
    setImmediate(() => console.log('before the timer', performance.now() - began < 400)).unref();
  });
}, 30);
