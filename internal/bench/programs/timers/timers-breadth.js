'use strict';
// Many timers of one delay, set in one go: insertion and expiry together.

const common = require('../common.js');

const bench = common.createBenchmark(main, { n: [5e6] });

function main({ n }) {
  let left = n;
  function done() {
    if (--left === 0) bench.end(n);
  }
  bench.start();
  for (let i = 0; i < n; i++) setTimeout(done, 1);
}
