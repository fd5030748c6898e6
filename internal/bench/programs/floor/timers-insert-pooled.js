'use strict';
// The loop of timers/timers-insert-pooled.js with an empty function in place of
// setTimeout: a closure and a call each.

const common = require('../common.js');

const bench = common.createBenchmark(main, { n: [5e6] });

let queued;
function set(callback) {
  queued = callback;
}

function main({ n }) {
  bench.start();
  for (let i = 0; i < n; i++) set(() => {}, 1);
  bench.end(n);
  queued();
}
