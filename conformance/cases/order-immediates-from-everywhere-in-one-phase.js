const busy = (ms) => { const end = Date.now() + ms; while (Date.now() < end); };

// Immediates of ticks, promises and timers join the coming phase in creation order.
setTimeout(() => { setImmediate(() => console.log('of timer')); }, 1);
setImmediate(() => console.log('of main'));
process.nextTick(() => setImmediate(() => console.log('of tick')));
Promise.resolve().then(() => setImmediate(() => console.log('of promise')));
busy(10);
