let n = 0;
process.on('beforeExit', (c) => { console.log('beforeExit', c, ++n); process.nextTick(() => console.log('tick')); Promise.resolve().then(() => console.log('promise')); setTimeout(() => console.log('BAD'), 1).unref(); });
