// An exception of an 'exit' listener is printed, and the code is 1.
process.on('exit', (c) => { throw new Error('in exit ' + c); });
process.on('exit', () => console.log('no'));
