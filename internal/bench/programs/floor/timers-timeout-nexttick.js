'use strict';
// The callbacks of timers/timers-timeout-nexttick.js called by a loop, with a function
// that only keeps its callback in place of process.nextTick.

const common = require('../common.js');

const bench = common.createBenchmark(main, { n: [5e4, 5e6] });

let queued;
function nextTick(callback) {
  queued = callback;
}

function main({ n }) {
  let left = n;
  function tick() {
    if (--left === 0) bench.end(n);
  }
  function even() { nextTick(tick); }
  function odd() { nextTick(tick); }
  const callbacks = [even, odd];
  bench.start();
  for (let i = 0; i < n; i++) {
    callbacks[i & 1]();
    queued();
  }
}
