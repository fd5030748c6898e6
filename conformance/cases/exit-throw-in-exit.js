process.on('exit', (c) => { console.log(c); throw new Error('in exit'); });
process.on('exit', () => console.log('no'));
