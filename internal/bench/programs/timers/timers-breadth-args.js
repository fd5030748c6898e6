'use strict';
// Many timers of one delay with one to four arguments: insertion and expiry together.

const common = require('../common.js');

const bench = common.createBenchmark(main, { n: [1e6] });

function main({ n }) {
  let left = n;
  function done() {
    if (--left === 0) bench.end(n);
  }
  function four(a, b, c, d) { done(); }
  function three(a, b, c) { done(); }
  function two(a, b) { done(); }
  function one(a) { done(); }
  bench.start();
  for (let i = 0; i < n; i++) {
    if (i % 4 === 0) setTimeout(four, 1, 3.14, 1024, true, false);
    else if (i % 3 === 0) setTimeout(three, 1, 512, true, null);
    else if (i % 2 === 0) setTimeout(two, 1, false, 5.1);
    else setTimeout(one, 1, 0);
  }
}
