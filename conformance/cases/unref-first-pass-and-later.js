const busy = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
// In the first pass a last timer's unref'd immediate still runs; in a later one it does not.
setTimeout(() => {
  console.log('first pass');
  setImmediate(() => {
    console.log('unref immediate');
  }).unref();
}, 1);
busy(20);
process.once('beforeExit', () => {
  setTimeout(() => { console.log('later pass'); setImmediate(() => console.log('BAD')).unref(); }, 30);
});
