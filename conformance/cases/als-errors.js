// A handler sees the store of what threw, the next callback has its own.
const { AsyncLocalStorage } = require('async_hooks');
const als = new AsyncLocalStorage();
process.on('uncaughtException', (e) => console.log('handler', e.message, als.getStore()));
process.on('unhandledRejection', (e) => console.log('rejection', e.message, als.getStore()));
als.run(1, () => setImmediate(() => { throw new Error('immediate'); }));
als.run(2, () => setImmediate(() => console.log('next immediate', als.getStore())));
als.run(3, () => queueMicrotask(() => { throw new Error('microtask'); }));
als.run(4, () => queueMicrotask(() => console.log('next microtask', als.getStore())));
als.run(5, () => Promise.reject(new Error('promise')));
setImmediate(() => {
  als.run(6, () => setTimeout(() => { throw new Error('timer'); }, 5));
  als.run(7, () => setTimeout(() => console.log('next timer', als.getStore()), 5));
});
