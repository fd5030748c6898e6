const busy = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
process.on('uncaughtException', (e) => console.log('uncaught', e.message));
setTimeout(() => {
  console.log('a');
  queueMicrotask(() => { process.nextTick(() => console.log('tick')); throw new Error('m'); });
  queueMicrotask(() => console.log('m2'));
}, 5);
setTimeout(() => console.log('b'), 5);
busy(20);
