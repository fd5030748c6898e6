process.on('exit', () => {
  Promise.resolve().then(() => console.log('microtask'));
  process.nextTick(() => console.log('BAD'));
  setImmediate(() => console.log('BAD'));
  console.log('listener');
});
