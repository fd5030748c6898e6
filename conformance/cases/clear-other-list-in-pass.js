const busy = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
const b = setTimeout(() => console.log('BAD'), 20);
setTimeout(() => { console.log('a'); clearTimeout(b); }, 5);
setTimeout(() => console.log('c'), 40);
busy(60);
