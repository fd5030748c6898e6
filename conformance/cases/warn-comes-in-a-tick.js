// The event comes in a tick: after synchronous code, in the order of the ticks.
process.on('warning', (w) => console.log('warning', w.message));
process.nextTick(() => console.log('tick before'));
process.emitWarning('one');
process.nextTick(() => console.log('tick after'));
Promise.resolve().then(() => console.log('promise'));
console.log('sync');
