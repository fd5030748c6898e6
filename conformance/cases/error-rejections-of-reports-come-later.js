// Rejections that the reports cause come after the ticks and microtasks that they cause.
process.on('unhandledRejection', (r) => {
  console.log('unhandled', r);
  process.nextTick(() => console.log('tick of', r));
  Promise.resolve().then(() => console.log('promise of', r));
  if (r === 'a') Promise.reject('nested');
});
Promise.reject('a');
Promise.reject('b');
setImmediate(() => console.log('immediate'));
