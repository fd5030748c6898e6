process.on('exit', (c) => { console.log('first', c); process.exit(5); });
process.on('exit', () => console.log('BAD'));
