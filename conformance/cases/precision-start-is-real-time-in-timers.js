// In a timer's callback too a start is the real time of the call, for a refresh as for a new timer.
const busy = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
const start = () => { const t = setTimeout(() => {}, 9); clearTimeout(t); return t._idleStart; };
setTimeout(() => {
  const before = start();
  busy(50);
  console.log('new', start() - before >= 49);
  const t = setTimeout(() => {}, 1e6), first = t._idleStart;
  busy(50);
  console.log('refreshed', t.refresh()._idleStart - first >= 49);
  clearTimeout(t);
}, 1);
