const busy = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
let n = 0;
const a = setInterval(() => { console.log('a'); if (++n === 2) { clearInterval(a); clearInterval(b); } busy(3); }, 2);
const b = setInterval(() => { console.log('b'); busy(3); }, 2);
busy(10);
