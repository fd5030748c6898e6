'use strict';
// A chain of timers of one millisecond. The rate is at most 1000 a second: this
// measures the loop and its clock, not what timers are kept in.

const common = require('../common.js');

const bench = common.createBenchmark(main, { n: [1000] });

function main({ n }) {
  let left = n;
  function next() {
    if (--left === 0) bench.end(n);
    else setTimeout(next, 1);
  }
  bench.start();
  setTimeout(next, 1);
}
