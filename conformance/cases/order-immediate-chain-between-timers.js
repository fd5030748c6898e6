const busy = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
let n = 0;
setTimeout(() => { console.log('t1'); busy(5); }, 1);
setTimeout(() => console.log('t2'), 3);
busy(2);
setImmediate(function f() { console.log('i', ++n); if (n < 3) setImmediate(f); });
busy(5);
