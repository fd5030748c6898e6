const busy = (ms) => { const end = Date.now() + ms; while (Date.now() < end); };

// A timer that cleared itself takes its list along: after its exception the next list comes without a drain.
process.on('uncaughtException', (e) => console.log('handled', e.message));
const t = setTimeout(() => { clearTimeout(t); process.nextTick(() => console.log('tick')); throw new Error('a'); }, 5);
setTimeout(() => console.log('other list'), 8);
busy(15);
