const busy = (ms) => { const end = Date.now() + ms; while (Date.now() < end); };

// A timer or interval whose _onTimeout is falsy vanishes when it is due.
const timers = [null, undefined, 0, '', false].map((v) => { const t = setTimeout(() => console.log('no'), 2); t._onTimeout = v; return t; });
const i = setInterval(() => console.log('no'), 2);
i._onTimeout = null;
setTimeout(() => {
  for (const t of timers) console.log(t._destroyed, t._onTimeout, t._idleTimeout);
  console.log(i._destroyed, i._repeat);
  console.log(process.getActiveResourcesInfo().filter((r) => r === 'Timeout').length);
}, 30);
busy(5);
