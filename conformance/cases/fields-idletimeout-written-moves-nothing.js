// Writing _idleTimeout leaves a scheduled timer where it is.
const busy = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
const a = setTimeout(() => console.log('a'), 120);
a._idleTimeout = 1;
const b = setTimeout(() => console.log('b'), 20);
b._idleTimeout = 1e6;
busy(140);
