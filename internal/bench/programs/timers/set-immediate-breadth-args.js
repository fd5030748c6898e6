'use strict';
// Many immediates in one turn whose numbers of parameters and arguments differ; ends
// at the process's exit event.

const common = require('../common.js');

const bench = common.createBenchmark(main, { n: [5e6] });

function three(a, b, c) {}
function two(a, b) {}
function one(a) {}

function main({ n }) {
  if (typeof process.on !== 'function') return bench.unavailable('no exit event');
  process.on('exit', () => bench.end(n));
  bench.start();
  for (let i = 0; i < n; i++) {
    if (i % 3 === 0) setImmediate(three, 512, true, null, 512, true, null);
    else if (i % 2 === 0) setImmediate(two, false, 5.1, 512);
    else setImmediate(one, 0);
  }
}
