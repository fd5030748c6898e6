'use strict';
// A chain of immediates that carries its count as the first of a varying number of
// arguments; ends at the process's exit event.

const common = require('../common.js');

const bench = common.createBenchmark(main, { n: [5e6] });

function three(left, b, c) { next(left - 1); }
function two(left, b) { next(left - 1); }
function one(left) { next(left - 1); }

function next(left) {
  if (left === 0) return;
  if (left % 3 === 0) setImmediate(three, left, true, null, 5.1, null, true);
  else if (left % 2 === 0) setImmediate(two, left, 5.1, true);
  else setImmediate(one, left);
}

function main({ n }) {
  if (typeof process.on !== 'function') return bench.unavailable('no exit event');
  process.on('exit', () => bench.end(n));
  bench.start();
  setImmediate(one, n);
}
