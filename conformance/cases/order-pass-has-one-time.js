const busy = (ms) => { const end = Date.now() + ms; while (Date.now() < end); };

// Timers that become due while a pass runs wait for the next, with immediates between.
setTimeout(() => {
  setTimeout(() => { console.log('a'); busy(100); setImmediate(() => console.log('immediate')); }, 5);
  setTimeout(() => console.log('due meanwhile'), 90);
  busy(8);
}, 1);
