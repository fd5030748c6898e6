process.on('exit', (c) => { console.log(c); Promise.reject(new Error('in exit')); });
process.on('exit', () => console.log('second'));
