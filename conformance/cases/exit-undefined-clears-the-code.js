// process.exit(undefined) clears exitCode; process.exit() uses it.
process.exitCode = 4;
process.on('exit', (c) => console.log(c, process.exitCode));
process.exit(undefined);
