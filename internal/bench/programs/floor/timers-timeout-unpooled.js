'use strict';
// The callbacks of timers/timers-timeout-unpooled.js called by a loop.

const common = require('../common.js');

const bench = common.createBenchmark(main, { n: [1e6] });

function main({ n }) {
  let left = n;
  function even() {
    if (--left === 0) bench.end(n);
  }
  function odd() {
    if (--left === 0) bench.end(n);
  }
  const callbacks = [even, odd];
  bench.start();
  for (let i = 0; i < n; i++) callbacks[i & 1]();
}
