'use strict';
// Expiry alone, as in timers-timeout-pooled.js, of timers that were unref'd and ref'd.
// The name is of the time when that gave each timer a handle of its own.

const common = require('../common.js');

const bench = common.createBenchmark(main, { n: [1e6] });

function main({ n }) {
  const probe = setTimeout(() => {}, 1);
  clearTimeout(probe);
  if (typeof probe.unref !== 'function') return bench.unavailable('timers have no unref');
  let left = n;
  function even() {
    if (--left === 0) bench.end(n);
  }
  function odd() {
    if (--left === 0) bench.end(n);
  }
  for (let i = 0; i < n; i++) setTimeout(i % 2 === 0 ? even : odd, 1).unref().ref();
  bench.start();
}
