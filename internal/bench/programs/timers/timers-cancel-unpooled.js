'use strict';
// Clears timers of n different delays, the one due first at each step (start) or the
// one due last (end). Setting them is not measured.

const common = require('../common.js');

const bench = common.createBenchmark(main, {
  n: [1e6],
  direction: ['start', 'end'],
});

function main({ n, direction }) {
  const timers = [];
  for (let i = 0; i < n; i++) timers.push(setTimeout(fired, i + 1));

  if (direction === 'start') {
    bench.start();
    for (let i = 0; i < n; i++) clearTimeout(timers[i]);
  } else {
    bench.start();
    for (let i = n - 1; i >= 0; i--) clearTimeout(timers[i]);
  }
  bench.end(n);
}

function fired() {
  throw new Error('a timer fired before it was cleared');
}
