const busy = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
let b;
setTimeout(() => { console.log('a'); process.nextTick(() => b.refresh()); }, 10);
b = setTimeout(() => console.log('b'), 11);
setTimeout(() => console.log('c'), 11);
setImmediate(() => console.log('immediate'));
busy(30);
