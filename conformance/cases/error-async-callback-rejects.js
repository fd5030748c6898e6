process.on('uncaughtException', (e, o) => console.log(e.message, o));
setTimeout(async () => { throw new Error('async callback'); }, 1);
