'use strict';
// The loop of timers/timers-cancel-pooled.js over one record that is its own
// neighbour, with an empty function in place of clearTimeout.

const common = require('../common.js');

const bench = common.createBenchmark(main, { n: [5e6] });

let cleared;
function clear(timer) {
  cleared = timer;
}

function main({ n }) {
  let newer = { newer: null };
  newer.newer = newer;
  bench.start();
  for (let i = 0; i < n; i++) {
    const timer = newer;
    newer = timer.newer;
    clear(timer);
  }
  bench.end(n);
  if (cleared !== newer) throw new Error('nothing was done');
}
