// An unhandled rejection with a value that is no error is put into an error of its own.
process.on('exit', (c) => console.log('exit', c));
Promise.reject('just text');
