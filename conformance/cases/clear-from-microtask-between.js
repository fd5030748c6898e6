const busy = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
let b;
setTimeout(() => { console.log('a'); queueMicrotask(() => clearTimeout(b)); }, 5);
b = setTimeout(() => console.log('BAD'), 5);
setTimeout(() => console.log('c'), 5);
busy(20);
