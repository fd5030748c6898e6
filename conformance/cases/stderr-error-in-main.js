// In the main script too nothing else runs after an uncaught error.
setImmediate(() => console.log('no'));
process.nextTick(() => console.log('no'));
Promise.resolve().then(() => console.log('no'));
  throw new RangeError('indented');
