const busy = (ms) => { const end = Date.now() + ms; while (Date.now() < end); };

// A later timer of the list that a tick refreshes leaves the pass.
const a = setTimeout(() => { console.log('a'); process.nextTick(() => { c.refresh(); console.log('tick'); }); }, 30);
const b = setTimeout(() => { console.log('b'); setImmediate(() => console.log('immediate')); }, 30);
const c = setTimeout(() => console.log('c'), 30);
const d = setTimeout(() => console.log('d'), 30);
busy(40);
