const { monitorEventLoopDelay } = require('perf_hooks');
const attempt = (f) => { try { return f(); } catch (e) { return `${e.name} ${e.code} ${e.message}`; } };
for (const o of [{ resolution: 0 }, { resolution: -1 }, { resolution: 1.5 }, { resolution: 'x' }, { resolution: NaN }, null, 5, [], {}, undefined])
  console.log(attempt(() => typeof monitorEventLoopDelay(o)));
const h = monitorEventLoopDelay({ resolution: 5 });
console.log(h.count, h.max, h.exceeds, h.mean, h.stddev, h.min, h.constructor.name);
console.log(h.enable(), h.enable(), h.disable(), h.disable());
for (const p of [0, 101, 'x']) console.log(attempt(() => h.percentile(p)));
console.log(attempt(() => new h.constructor()));
