const busy = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
const a = setTimeout(() => console.log('a'), 5);
setTimeout(() => console.log('b'), 5);
setTimeout(() => console.log('other list'), 6);
busy(20);
a._idleStart += 300;
