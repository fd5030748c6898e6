'use strict';
// The loop of timers/timers-breadth.js with an empty function in place of setTimeout.

const common = require('../common.js');

const bench = common.createBenchmark(main, { n: [5e6] });

let queued;
function set(callback) {
  queued = callback;
}

function main({ n }) {
  let left = n;
  function done() {
    if (--left === 0) bench.end(n);
  }
  bench.start();
  for (let i = 0; i < n; i++) set(done, 1);
  for (let i = 0; i < n; i++) queued();
}
