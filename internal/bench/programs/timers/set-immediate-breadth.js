'use strict';
// Many immediates in one turn, with everything up to the end of the process: the
// clock is read by its exit event.

const common = require('../common.js');

const bench = common.createBenchmark(main, { n: [1e7] });

function main({ n }) {
  if (typeof process.on !== 'function') return bench.unavailable('no exit event');
  const empty = () => {};
  process.on('exit', () => bench.end(n));
  bench.start();
  for (let i = 0; i < n; i++) setImmediate(empty);
}
