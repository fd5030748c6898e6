process.on('unhandledRejection', (r) => console.log('BAD', r));
const p = Promise.reject(1);
process.nextTick(() => p.catch(() => console.log('caught')));
const q = Promise.reject(2);
queueMicrotask(() => q.catch(() => console.log('caught too')));
