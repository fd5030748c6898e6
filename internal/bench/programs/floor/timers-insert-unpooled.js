'use strict';
// The loops of timers/timers-insert-unpooled.js with an empty function in place of
// setTimeout. Keeping the handles is part of the program.

const common = require('../common.js');

const bench = common.createBenchmark(main, {
  n: [1e6],
  direction: ['start', 'end'],
});

function set(callback) {
  return callback;
}

function main({ n, direction }) {
  const timers = [];
  if (direction === 'start') {
    bench.start();
    for (let delay = 1; delay <= n; delay++) timers.push(set(fired, delay));
  } else {
    bench.start();
    for (let delay = n; delay > 0; delay--) timers.push(set(fired, delay));
  }
  bench.end(n);
  if (timers.length !== n) throw new Error('not everything was kept');
}

function fired() {}
