// A tick that throws between immediates: the next immediate, then the remaining ticks.
process.on('uncaughtException', (e) => console.log('handled', e.message));
setImmediate(() => {
  process.nextTick(() => { throw new Error('tick'); });
  process.nextTick(() => console.log('remaining tick'));
  Promise.resolve().then(() => console.log('promise'));
});
setImmediate(() => console.log('second'));
setImmediate(() => console.log('third'));
