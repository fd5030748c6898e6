process.once('beforeExit', () => {
  console.log('beforeExit');
  setImmediate(() => console.log('immediate'));
  Promise.resolve().then(() => console.log('promise'));
  process.nextTick(() => console.log('tick'));
});
