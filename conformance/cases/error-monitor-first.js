const busy = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
process.on('uncaughtExceptionMonitor', (e, o) => console.log('monitor', e.message, o));
process.on('uncaughtException', (e, o) => console.log('handler', e.message, o));
setTimeout(() => { throw new Error('a'); }, 1);
setImmediate(() => Promise.reject(new Error('b')));
busy(20);
