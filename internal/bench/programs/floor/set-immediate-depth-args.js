'use strict';
// The chain of timers/set-immediate-depth-args.js with a function that only keeps what
// it is given in place of setImmediate.

const common = require('../common.js');

const bench = common.createBenchmark(main, { n: [5e6] });

let queued, argument;
function set(callback, left) {
  queued = callback;
  argument = left;
}

function three(left, b, c) { next(left - 1); }
function two(left, b) { next(left - 1); }
function one(left) { next(left - 1); }

function next(left) {
  if (left === 0) return;
  if (left % 3 === 0) set(three, left, true, null, 5.1, null, true);
  else if (left % 2 === 0) set(two, left, 5.1, true);
  else set(one, left);
}

function main({ n }) {
  bench.start();
  set(one, n);
  for (let i = 0; i < n; i++) queued(argument, true, null);
  bench.end(n);
  if (argument !== 1) throw new Error('the chain has the wrong length');
}
