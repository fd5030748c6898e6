'use strict';
// The loop of timers/timers-breadth-args.js with an empty function in place of
// setTimeout.

const common = require('../common.js');

const bench = common.createBenchmark(main, { n: [1e6] });

let queued;
function set(callback) {
  queued = callback;
}

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
    if (i % 4 === 0) set(four, 1, 3.14, 1024, true, false);
    else if (i % 3 === 0) set(three, 1, 512, true, null);
    else if (i % 2 === 0) set(two, 1, false, 5.1);
    else set(one, 1, 0);
  }
  for (let i = 0; i < n; i++) queued(0);
}
