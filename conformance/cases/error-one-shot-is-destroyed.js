process.on('uncaughtException', () => console.log('in handler', t._destroyed));
const t = setTimeout(() => { throw new Error('x'); }, 1);
setTimeout(() => console.log('later', t._destroyed), 20);
