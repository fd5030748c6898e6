// Before the loop has begun everything is zero, whatever is passed.
const { eventLoopUtilization } = require('perf_hooks');
console.log(performance.eventLoopUtilization(), eventLoopUtilization());
console.log(performance.eventLoopUtilization({ idle: 5, active: 5, utilization: 0.5 }), performance.eventLoopUtilization({ idle: 5, active: 5 }, { idle: 1, active: 2 }));
setTimeout(() => {
  const r = performance.eventLoopUtilization({ idle: 5, active: 5 }, { idle: 1, active: 3 });
  console.log(r.idle, r.active, r.utilization.toFixed(3));
}, 1);
