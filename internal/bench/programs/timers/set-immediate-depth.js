'use strict';
// A chain of immediates without arguments, counted in millions; ends at the process's
// exit event. immediate.js type='depth' took its place.

const common = require('../common.js');

const bench = common.createBenchmark(main, { millions: [10] });

function main({ millions }) {
  if (typeof process.on !== 'function') return bench.unavailable('no exit event');
  let left = Math.round(millions * 1e6);
  function next() {
    if (--left > 0) setImmediate(next);
  }
  process.on('exit', () => bench.end(millions));
  bench.start();
  setImmediate(next);
}
