process.reallyExit = (code) => console.log('reallyExit', code);
process.on('exit', (c) => console.log('exit', c));
setImmediate(() => console.log('immediate'));
process.exit(6);
console.log('after');
