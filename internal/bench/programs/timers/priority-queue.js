'use strict';
// A queue of expiries under a steady load: n operations drawn by a seeded generator
// before the clock starts, so that each run and each runtime does the same. The queue
// keeps about the size it was filled to. The rate is operations a second.

const common = require('../common.js');
const queues = require('./_queues.js');

const bench = common.createBenchmark(main, {
  n: [1e5],
  impl: ['heap', 'list'],
  size: [5, 20, 100, 1000, 10000],
  workload: ['web-server', 'microservice', 'real-time'],
});

// Of a hundred operations: so many look at the head, take it and put a record in, put
// one in or take one out as the size asks, raise the head; and by how much.
const loads = {
  'web-server': { peek: 80, replace: 10, resize: 0, by: 100 },
  'microservice': { peek: 70, replace: 0, resize: 25, by: 50 },
  'real-time': { peek: 85, replace: 8, resize: 0, by: 10 },
};

const PEEK = 0;
const REPLACE = 1;
const RESIZE = 2;
const RAISE = 3;

// random makes a linear congruential generator of whole numbers below a limit.
function random(seed) {
  let state = seed >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * limit);
  };
}

function main({ n, impl, size, workload }) {
  const load = loads[workload];
  const draw = random(20180101);
  const queue = new queues[impl]();
  for (let i = 0; i < size; i++) queue.insert({ expiry: draw(1000) });
  const kinds = [];
  const delays = [];
  for (let i = 0; i < n; i++) {
    const at = draw(100);
    if (at < load.peek) kinds.push(PEEK);
    else if (at < load.peek + load.replace) kinds.push(REPLACE);
    else if (at < load.peek + load.replace + load.resize) kinds.push(RESIZE);
    else kinds.push(RAISE);
    delays.push(1 + draw(1000));
  }

  let now = 0;
  let seen = 0;
  bench.start();
  for (let i = 0; i < n; i++) {
    switch (kinds[i]) {
      case PEEK:
        seen += queue.peek().expiry >= now ? 1 : 0;
        break;
      case REPLACE: {
        const record = queue.shift();
        now = record.expiry;
        record.expiry = now + delays[i];
        queue.insert(record);
        break;
      }
      case RESIZE:
        if (queue.size > size) now = queue.shift().expiry;
        else queue.insert({ expiry: now + delays[i] });
        break;
      default:
        queue.raise(load.by);
    }
  }
  bench.end(n);

  const peeks = kinds.filter((kind) => kind === PEEK).length;
  if (seen !== peeks) throw new Error(`${peeks - seen} of ${peeks} heads were out of order`);
}
