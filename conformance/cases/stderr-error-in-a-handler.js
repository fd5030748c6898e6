// An exception in the handler is what is printed, and the code is 7.
process.on('exit', () => console.log('no'));
process.on('uncaughtException', () => {
  throw new Error('second');
});
setImmediate(() => { throw new Error('first'); });
