// An exit listener decides the code, zero too.
process.on('exit', (c) => { console.log(c, process.exitCode); process.exitCode = 0; });
throw new Error('x');
