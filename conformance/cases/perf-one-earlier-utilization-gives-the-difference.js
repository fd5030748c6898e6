// With one earlier result the utilization is that of the time since; waiting is idle, blocking is active.
const busy = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
setTimeout(() => {
  const first = performance.eventLoopUtilization();
  busy(60);
  const blocked = performance.eventLoopUtilization(first);
  console.log(blocked.active >= 59, blocked.idle < 1);
  console.log(blocked.utilization === blocked.active / (blocked.active + blocked.idle));
  const second = performance.eventLoopUtilization();
  setTimeout(() => {
    const waited = performance.eventLoopUtilization(second);
    console.log(waited.idle >= 20, waited.utilization < 1);
    const between = performance.eventLoopUtilization(second, first);
    console.log(between.active >= 59, between.idle < 1);
  }, 100);
}, 5);
