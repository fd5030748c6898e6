'use strict';
// One listing of what keeps the program alive, with n timers among it: delays 1 to n
// (default_value 1) or all 10 ms (default_value 0).

const common = require('../common.js');

const bench = common.createBenchmark(main, {
  n: [1e5],
  default_value: [1, 0],
});

const isTimer = (name) => name === 'Timeout';

function main({ n, default_value: different }) {
  if (typeof process.getActiveResourcesInfo !== 'function') {
    return bench.unavailable('no process.getActiveResourcesInfo');
  }
  const probe = setTimeout(() => {}, 1000);
  const listed = process.getActiveResourcesInfo().some(isTimer);
  clearTimeout(probe);
  if (!listed) return bench.unavailable('process.getActiveResourcesInfo lists no timers');

  const timers = [];
  for (let i = 1; i <= n; i++) timers.push(setTimeout(() => {}, different ? i : 10));
  bench.start();
  const list = process.getActiveResourcesInfo();
  bench.end(n);
  for (const timer of timers) clearTimeout(timer);
  const found = list.filter(isTimer).length;
  if (found !== n) throw new Error(`${found} timers listed, ${n} set`);
}
