'use strict';
// Timers of one second, each with a closure of its own. Prints what the oldest
// benchmark of timers printed, in milliseconds: startup, to set them all, and done,
// from then to the last callback, which contains what is left of the second. The row
// line='startup' is the rate of the first, line='done' that of the second.

const common = require('./common.js');

const bench = common.createBenchmark(main, {
  n: [5e6],
  line: ['startup', 'done'],
});

function main({ n, line }) {
  let left = n;
  let startup;
  console.log('wait...');
  const begin = performance.now();
  function fired() {
    if (--left > 0) return;
    const done = performance.now() - begin - startup;
    console.log('smaller is better');
    console.log(`startup: ${Math.round(startup)}`);
    console.log(`done: ${Math.round(done)}`);
    const seconds = (line === 'startup' ? startup : done) / 1000;
    bench.report(n / seconds, seconds);
  }
  for (let i = 0; i < n; i++) setTimeout(() => fired(), 1000);
  startup = performance.now() - begin;
}
