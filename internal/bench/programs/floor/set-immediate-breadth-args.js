'use strict';
// The loop of timers/set-immediate-breadth-args.js with an empty function in place of
// setImmediate.

const common = require('../common.js');

const bench = common.createBenchmark(main, { n: [5e6] });

function three(a, b, c) {}
function two(a, b) {}
function one(a) {}

let queued;
function set(callback) {
  queued = callback;
}

function main({ n }) {
  bench.start();
  for (let i = 0; i < n; i++) {
    if (i % 3 === 0) set(three, 512, true, null, 512, true, null);
    else if (i % 2 === 0) set(two, false, 5.1, 512);
    else set(one, 0);
  }
  for (let i = 0; i < n; i++) queued(512, true, null);
  bench.end(n);
}
