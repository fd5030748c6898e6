// One immediate is enough for an overdue unref'd timer to run in the first pass.
const busy = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
setTimeout(() => console.log('overdue'), 1).unref();
setImmediate(() => console.log('immediate'));
busy(20);
