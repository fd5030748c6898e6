// An 'exit' listener may set another code; what is printed is the same.
process.on('exit', () => { process.exitCode = 9; });
setImmediate(() => {
  throw new Error('uncaught');
});
