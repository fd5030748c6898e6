// 'beforeExit' is told the exit code so far.
process.exitCode = 3;
process.on('beforeExit', (c) => { console.log('beforeExit', c); if (c === 3) setImmediate(() => { process.exitCode = 0; }); });
