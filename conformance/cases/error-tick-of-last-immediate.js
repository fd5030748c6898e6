const busy = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
process.on('uncaughtException', (e) => console.log('uncaught', e.message));
setImmediate(() => {
  console.log('a');
  process.nextTick(() => { throw new Error('t'); });
  process.nextTick(() => console.log('rest'));
  setTimeout(() => console.log('timer'), 1);
  busy(10);
  setImmediate(() => console.log('next'));
});
