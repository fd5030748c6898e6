'use strict';
// Expiry alone: all timers are set, and by the time that has taken overdue, when the
// clock starts. Two functions take turns.

const common = require('../common.js');

const bench = common.createBenchmark(main, { n: [1e7] });

function main({ n }) {
  let left = n;
  function even() {
    if (--left === 0) bench.end(n);
  }
  function odd() {
    if (--left === 0) bench.end(n);
  }
  for (let i = 0; i < n; i++) setTimeout(i % 2 === 0 ? even : odd, 1);
  bench.start();
}
