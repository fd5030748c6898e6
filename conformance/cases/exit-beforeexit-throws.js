// An exception in beforeExit, handled: the next callback comes before its ticks and promises.
process.on('uncaughtException', (e) => console.log('handled', e.message));
process.once('beforeExit', () => {
  process.nextTick(() => console.log('tick'));
  Promise.resolve().then(() => console.log('promise'));
  setImmediate(() => console.log('immediate'));
  throw new Error('in beforeExit');
});
