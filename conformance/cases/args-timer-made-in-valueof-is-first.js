const busy = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
// Conversion precedes queuing: a timer made in valueOf is ahead of the outer one.
setTimeout(() => console.log('outer'), { valueOf() { setTimeout(() => console.log('inner'), 5); return 5; } });
busy(20);
