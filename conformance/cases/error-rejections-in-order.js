process.on('unhandledRejection', (r) => { console.log(r); process.nextTick(() => console.log('tick of', r)); });
setImmediate(() => { Promise.reject(1); Promise.reject(2); process.nextTick(() => Promise.reject(3)); });
setImmediate(() => console.log('next immediate'));
