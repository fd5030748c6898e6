const busy = (ms) => { const end = Date.now() + ms; while (Date.now() < end); };

// A new timer with the start of the running one runs later in this very pass.
const a = setTimeout(() => {
  console.log('a');
  setImmediate(() => console.log('immediate'));
  process.nextTick(() => console.log('tick'));
  const b = setTimeout(() => { console.log('b'); setImmediate(() => console.log('immediate of b')); }, 20);
  b._idleStart = a._idleStart;
}, 20);
busy(30);
