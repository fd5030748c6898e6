const busy = (ms) => { const end = Date.now() + ms; while (Date.now() < end); };

// The last timer of its list throws: a drain comes before the next list.
process.on('uncaughtException', (e) => console.log('handled', e.message));
setTimeout(() => { process.nextTick(() => console.log('tick')); throw new Error('a'); }, 5);
setTimeout(() => console.log('other list'), 8);
busy(15);
