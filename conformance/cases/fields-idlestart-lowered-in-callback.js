const busy = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
setTimeout(function () {
  console.log('first');
  const t = setTimeout(() => console.log('joined the pass'), 10);
  t._idleStart = this._idleStart;
  setImmediate(() => console.log('immediate'));
}, 10);
busy(25);
