const busy = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
let b;
setTimeout(() => { console.log('a'); b.refresh(); }, 10);
b = setTimeout(() => console.log('b'), 10);
setTimeout(() => console.log('c'), 10);
setImmediate(() => console.log('immediate'));
busy(30);
