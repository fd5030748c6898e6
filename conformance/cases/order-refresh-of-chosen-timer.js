const busy = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
// The next timer of the list is chosen before the drain: refreshed by a tick it still runs in this pass.
let b;
setTimeout(() => { console.log('a'); process.nextTick(() => b.refresh()); }, 10);
b = setTimeout(() => console.log('b', b._destroyed), 10);
setTimeout(() => console.log('c'), 10);
setImmediate(() => console.log('immediate'));
busy(30);
