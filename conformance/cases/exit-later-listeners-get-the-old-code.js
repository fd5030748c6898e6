// A listener that changes the exit code changes the end, not what later listeners are told.
process.on('exit', (c) => { console.log('first', c); process.exitCode = 5; });
process.on('exit', (c) => console.log('second', c, process.exitCode));
