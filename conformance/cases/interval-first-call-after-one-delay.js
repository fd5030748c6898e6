// The first call of an interval comes after one delay; a delay of 0 is 1.
const busy = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
const z = setInterval(() => { console.log('interval of 0', z._repeat); clearInterval(z); }, 0);
setTimeout(() => console.log('29'), 29);
const i = setInterval(() => { console.log('interval of 30'); clearInterval(i); }, 30);
setTimeout(() => console.log('31'), 31);
busy(60);
