let p;
process.on('unhandledRejection', (r, q) => console.log('unhandled', r, q === p));
process.on('rejectionHandled', (q) => console.log('handled', q === p));
p = Promise.reject(7);
setTimeout(() => { console.log('attach'); p.catch(() => console.log('caught')); }, 5);
