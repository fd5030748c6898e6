// With unref'd timers alone none runs, not even those that are long due when the main script ends.
const busy = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
setTimeout(() => console.log('no'), 1).unref();
setInterval(() => console.log('no'), 2).unref();
process.on('beforeExit', () => console.log('beforeExit'));
process.on('exit', () => console.log('exit'));
busy(20);
