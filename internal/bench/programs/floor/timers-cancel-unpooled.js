'use strict';
// The loops of timers/timers-cancel-unpooled.js with an empty function in place of
// clearTimeout.

const common = require('../common.js');

const bench = common.createBenchmark(main, {
  n: [1e6],
  direction: ['start', 'end'],
});

let cleared;
function clear(timer) {
  cleared = timer;
}

function main({ n, direction }) {
  const timers = [];
  for (let i = 0; i < n; i++) timers.push({ delay: i + 1 });

  if (direction === 'start') {
    bench.start();
    for (let i = 0; i < n; i++) clear(timers[i]);
  } else {
    bench.start();
    for (let i = n - 1; i >= 0; i--) clear(timers[i]);
  }
  bench.end(n);
  if (cleared.delay !== (direction === 'start' ? n : 1)) throw new Error('the last one is another');
}
