'use strict';
// The loops of timers/immediate.js with an empty function in place of setImmediate and
// clearImmediate: what the engine takes for the program itself.

const common = require('../common.js');

const bench = common.createBenchmark(main, {
  n: [5e6],
  type: ['depth', 'depth1', 'breadth', 'breadth1', 'breadth4', 'clear'],
});

let queued;
function set(callback) {
  queued = callback;
  return callback;
}
function unset(handle) {
  queued = undefined;
}

function main({ n, type }) {
  switch (type) {
    case 'depth': return depth(n);
    case 'depth1': return depth1(n);
    case 'breadth': return breadth(n);
    case 'breadth1': return breadth1(n);
    case 'breadth4': return breadth4(Math.max(1, Math.floor(n / 2)));
    case 'clear': return clear(4 * n);
  }
}

function depth(n) {
  let left = n;
  function next() {
    if (--left === 0) bench.end(n);
    else set(next);
  }
  bench.start();
  set(next);
  for (let i = 0; i < n; i++) queued();
}

function depth1(n) {
  let left = n;
  function next(value) {
    if (--left === 0) bench.end(n);
    else set(next, value);
  }
  bench.start();
  set(next, 1);
  for (let i = 0; i < n; i++) queued(1);
}

function counter(n) {
  let left = n;
  return () => {
    if (--left === 0) bench.end(n);
  };
}

function breadth(n) {
  const done = counter(n);
  bench.start();
  for (let i = 0; i < n; i++) set(done);
  for (let i = 0; i < n; i++) queued();
}

function breadth1(n) {
  const done = counter(n);
  bench.start();
  for (let i = 0; i < n; i++) set(done, i);
  for (let i = 0; i < n; i++) queued(i);
}

function breadth4(n) {
  const done = counter(n);
  bench.start();
  for (let i = 0; i < n; i++) set(done, i, 'text', true, null);
  for (let i = 0; i < n; i++) queued(i, 'text', true, null);
}

function clear(pairs) {
  const never = () => {};
  bench.start();
  for (let i = 0; i < pairs; i++) unset(set(never, i));
  bench.end(pairs);
}
