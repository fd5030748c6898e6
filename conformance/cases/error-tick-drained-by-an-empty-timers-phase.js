// A tick that throws leaves the rest of the queues to the next drain. A timers phase that has nothing to run is one, and the loop comes to it because of a timer that was cleared.
const busy = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
process.on('uncaughtException', (e) => console.log('caught', e.message));
clearTimeout(setTimeout(() => {}, 1));
setImmediate(() => console.log('immediate'));
process.nextTick(() => { throw new Error('thrown'); });
process.nextTick(() => console.log('tick'));
queueMicrotask(() => console.log('microtask'));
busy(5);
