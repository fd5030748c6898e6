// A microtask that throws between two immediates: the microtasks and ticks left come before the next immediate.
process.on('uncaughtException', (e) => console.log('handled', e.message));
setImmediate(() => {
  queueMicrotask(() => { process.nextTick(() => console.log('tick')); throw new Error('microtask'); });
  queueMicrotask(() => console.log('next microtask'));
});
setImmediate(() => console.log('next immediate'));
