// process.exit emits 'exit' at once, with 0 when no code was set, and no 'beforeExit'.
process.on('beforeExit', () => console.log('no'));
process.on('exit', (c) => console.log('exit', c, process.exitCode));
setImmediate(() => { console.log('before'); process.exit(); });
