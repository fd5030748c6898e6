// After a natural end, an exitCode that a listener unsets is still the code.
process.exitCode = 4;
process.on('exit', (c) => { console.log(c); process.exitCode = undefined; });
