'use strict';
// The loop of timers/set-immediate-breadth.js with an empty function in place of
// setImmediate.

const common = require('../common.js');

const bench = common.createBenchmark(main, { n: [1e7] });

let queued;
function set(callback) {
  queued = callback;
}

function main({ n }) {
  const empty = () => {};
  bench.start();
  for (let i = 0; i < n; i++) set(empty);
  for (let i = 0; i < n; i++) queued();
  bench.end(n);
}
