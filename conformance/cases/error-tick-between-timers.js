const busy = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
process.on('uncaughtException', (e) => console.log('uncaught', e.message));
setTimeout(() => { console.log('a'); process.nextTick(() => { throw new Error('t'); }); process.nextTick(() => console.log('rest')); queueMicrotask(() => console.log('microtask')); }, 5);
setTimeout(() => console.log('b'), 5);
setImmediate(() => console.log('immediate'));
busy(20);
