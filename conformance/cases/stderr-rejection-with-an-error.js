// An unhandled rejection with an error prints that error, when the queues are empty.
process.on('exit', (c) => console.log('exit', c));
setTimeout(() => {
  Promise.reject(new Error('nobody cares'));
  process.nextTick(() => console.log('tick'));
  setImmediate(() => console.log('no'));
}, 1);
