'use strict';
// Expiry alone: all timers are set, and by the time that has taken overdue, when the
// clock starts. Each callback queues one tick, so a drain follows each.

const common = require('../common.js');

const bench = common.createBenchmark(main, { n: [5e4, 5e6] });

function main({ n }) {
  if (typeof process.nextTick !== 'function') return bench.unavailable('no process.nextTick');
  let left = n;
  function tick() {
    if (--left === 0) bench.end(n);
  }
  function even() { process.nextTick(tick); }
  function odd() { process.nextTick(tick); }
  for (let i = 0; i < n; i++) setTimeout(i % 2 === 0 ? even : odd, 1);
  bench.start();
}
