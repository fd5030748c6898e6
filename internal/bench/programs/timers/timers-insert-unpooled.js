'use strict';
// Sets timers of n different delays, ascending (start) or descending (end: each is
// then the first to be due). Keeping the handles is measured, clearing is not.

const common = require('../common.js');

const bench = common.createBenchmark(main, {
  n: [1e6],
  direction: ['start', 'end'],
});

function main({ n, direction }) {
  const timers = [];
  if (direction === 'start') {
    bench.start();
    for (let delay = 1; delay <= n; delay++) timers.push(setTimeout(fired, delay));
  } else {
    bench.start();
    for (let delay = n; delay > 0; delay--) timers.push(setTimeout(fired, delay));
  }
  bench.end(n);
  for (const timer of timers) clearTimeout(timer);
}

function fired() {
  throw new Error('a timer fired before it was cleared');
}
