// refresh of an interval outside of its callback counts the delay from now, behind what has been set since.
const busy = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
const i = setInterval(() => { console.log('interval'); clearInterval(i); }, 40), first = i._idleStart;
setTimeout(() => console.log('timer of the same duration'), 40);
busy(30);
console.log(i.refresh() === i, i._idleStart - first >= 29);
busy(80);
