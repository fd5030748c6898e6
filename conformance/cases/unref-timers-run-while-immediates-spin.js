// Immediates that keep the loop turning give unref'd timers their passes.
let done = false;
setTimeout(() => { console.log('unref timer'); done = true; }, 10).unref();
(function spin() { if (!done) setImmediate(spin); })();
