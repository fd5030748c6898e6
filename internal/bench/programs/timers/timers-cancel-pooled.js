'use strict';
// Clears the timers of one list from the oldest to the newest, each found through its
// older neighbour, so that no array of handles is read. Setting them is not measured.

const common = require('../common.js');

const bench = common.createBenchmark(main, { n: [5e6] });

function main({ n }) {
  const first = setTimeout(() => {}, 1);
  const second = setTimeout(() => {}, 1);
  const linked = first._idlePrev === second;
  clearTimeout(second);
  if (!linked) return bench.unavailable('timers of one delay are not linked by _idlePrev');
  for (let i = 0; i < n; i++) setTimeout(fired, 1);
  let newer = first._idlePrev;
  clearTimeout(first);

  bench.start();
  for (let i = 0; i < n; i++) {
    const timer = newer;
    newer = timer._idlePrev;
    clearTimeout(timer);
  }
  bench.end(n);
}

function fired() {
  throw new Error(`a timer of ${this._idleTimeout} ms fired before it was cleared`);
}
