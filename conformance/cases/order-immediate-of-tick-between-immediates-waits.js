// What ticks and microtasks queue between two immediates waits for the next turn.
setImmediate(() => {
  console.log('a');
  process.nextTick(() => setImmediate(() => console.log('of tick')));
  Promise.resolve().then(() => setImmediate(() => console.log('of promise')));
  setImmediate(() => console.log('of a'));
});
setImmediate(() => console.log('b'));
setImmediate(() => console.log('c'));
