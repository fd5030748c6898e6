'use strict';
// Immediates: one per turn of the loop (depth), many in one turn (breadth), set and
// cleared at once (clear); the digit is the number of arguments. breadth4 sets and
// counts half of n, rounded down, at least one; clear counts four times n.

const common = require('../common.js');

const bench = common.createBenchmark(main, {
  n: [5e6],
  type: ['depth', 'depth1', 'breadth', 'breadth1', 'breadth4', 'clear'],
});

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
    else setImmediate(next);
  }
  bench.start();
  setImmediate(next);
}

function depth1(n) {
  let left = n;
  function next(value) {
    if (--left === 0) bench.end(n);
    else setImmediate(next, value);
  }
  bench.start();
  setImmediate(next, 1);
}

// counter makes a callback whose n-th call ends the measurement.
function counter(n) {
  let left = n;
  return () => {
    if (--left === 0) bench.end(n);
  };
}

function breadth(n) {
  const done = counter(n);
  bench.start();
  for (let i = 0; i < n; i++) setImmediate(done);
}

function breadth1(n) {
  const done = counter(n);
  bench.start();
  for (let i = 0; i < n; i++) setImmediate(done, i);
}

function breadth4(n) {
  const done = counter(n);
  bench.start();
  for (let i = 0; i < n; i++) setImmediate(done, i, 'text', true, null);
}

function clear(pairs) {
  function never() {
    throw new Error('a cleared immediate has run');
  }
  bench.start();
  for (let i = 0; i < pairs; i++) clearImmediate(setImmediate(never, i));
  setImmediate(() => bench.end(pairs));
}
