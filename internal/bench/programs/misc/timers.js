'use strict';
// The first of the timers' benchmarks, counted in thousands: a chain of timers without
// a delay (which is one millisecond), and as many at once.

const common = require('../common.js');

const bench = common.createBenchmark(main, {
  thousands: [500],
  type: ['depth', 'breadth'],
});

function main({ thousands, type }) {
  let left = Math.round(thousands * 1000);
  if (type === 'depth') {
    const next = () => {
      if (--left === 0) bench.end(thousands);
      else setTimeout(next);
    };
    bench.start();
    setTimeout(next);
    return;
  }
  const count = left;
  const done = () => {
    if (--left === 0) bench.end(thousands);
  };
  bench.start();
  for (let i = 0; i < count; i++) setTimeout(done);
}
