// A tick that throws after the main script, with no timer due: the first immediate comes before the ticks left.
process.on('uncaughtException', (e) => console.log('handled', e.message));
process.nextTick(() => { throw new Error('tick'); });
process.nextTick(() => console.log('remaining tick'));
Promise.resolve().then(() => console.log('promise'));
setImmediate(() => console.log('first immediate'));
setImmediate(() => console.log('second immediate'));
