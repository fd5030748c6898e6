const busy = (ms) => { const end = Date.now() + ms; while (Date.now() < end); };

// In the handler a one-shot that threw no longer counts, an interval does.
const active = () => process.getActiveResourcesInfo().filter((r) => r === 'Timeout').length;
process.on('uncaughtException', (e) => console.log(e.message, active()));
setTimeout(() => { throw new Error('one-shot'); }, 5);
const i = setInterval(() => { if (!i.done) { i.done = true; throw new Error('interval'); } clearInterval(i); }, 5);
busy(10);
