// Unref'd immediates run in order when a ref'd one keeps the loop alive.
setImmediate(() => console.log('a'));
setImmediate(() => console.log('unref b')).unref();
setImmediate(() => console.log('c'));
setImmediate(() => { const e = setImmediate(() => console.log('no')); e.unref(); });
process.on('beforeExit', () => console.log('beforeExit'));
