// A handler may end the program with a code of its own.
process.on('exit', (c) => console.log('exit', c));
process.on('uncaughtException', (e) => { console.log('handled', e.message); process.exit(9); });
setTimeout(() => { throw new Error('timer'); }, 1);
setTimeout(() => console.log('no'), 1);
