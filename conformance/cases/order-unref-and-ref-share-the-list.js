// Unref'd and ref'd timers of a duration are in one list, in the order they were set.
const busy = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
const a = setTimeout(() => console.log('a'), 5).unref();
const b = setTimeout(() => console.log('b'), 5);
const c = setTimeout(() => console.log('c'), 5).unref();
const d = setTimeout(() => console.log('d'), 5);
console.log(a._idlePrev === b, c._idleNext === b, c._idlePrev === d, a._idleNext === d._idlePrev);
c.ref(); a.ref(); b.unref();
busy(20);
