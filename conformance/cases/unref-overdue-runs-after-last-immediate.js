const busy = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
setTimeout(() => console.log('overdue'), 5).unref();
setImmediate(() => { busy(20); console.log('immediate'); });
