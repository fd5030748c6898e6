const busy = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
let b;
process.on('uncaughtException', () => { console.log('handler'); clearTimeout(b); });
setTimeout(() => { throw new Error('a'); }, 5);
b = setTimeout(() => console.log('BAD'), 5);
setTimeout(() => console.log('c'), 5);
busy(20);
