const busy = (ms) => { const end = Date.now() + ms; while (Date.now() < end); };

// refresh does nothing for a timer whose _idleTimeout is negative or undefined; what is queued still fires.
const a = setTimeout(() => console.log('a'), 5), b = setTimeout(() => console.log('b'), 5);
a._idleTimeout = -5;
b._idleTimeout = undefined;
console.log(a.refresh() === a, b.refresh() === b);
busy(10);
setTimeout(() => console.log(a._destroyed, a.refresh()._destroyed, a._idleTimeout, b._idleTimeout), 30);
