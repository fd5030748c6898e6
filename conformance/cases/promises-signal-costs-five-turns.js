// With a signal the promise is settled five turns of the microtasks later than without one, because Node takes its listener off in a finally. The number is how many turns have passed when a reaction runs.
const tp = require('timers/promises');
const turns = (n, f) => { let p = Promise.resolve(); for (let i = 1; i <= n; i++) p = p.then(() => f(i)); };
async function measure(name, make, fire) {
  await tp.setTimeout(2);
  let k = 0;
  const p = make();
  const done = new Promise((r) => p.then(() => r(`fulfilled after ${k}`), () => r(`rejected after ${k}`)));
  fire(() => { k = 0; turns(12, (i) => { k = i; }); });
  console.log(name, await done);
}
let c, start;
const fresh = () => ({ signal: (c = new AbortController()).signal });
const abort = (s) => { s(); c.abort(); };
const later = (s) => { start = s; };
const value = { then(r) { r(1); start(); } }; // asked for when the timer fires
(async () => {
  await measure('setTimeout aborted', () => tp.setTimeout(50, 1, fresh()), abort);
  await measure('setImmediate aborted', () => tp.setImmediate(1, fresh()), abort);
  await measure('wait aborted', () => tp.scheduler.wait(50, fresh()), abort);
  await measure('setTimeout aborted before', () => tp.setTimeout(50, 1, { signal: AbortSignal.abort() }), (s) => s());
  await measure('setTimeout', () => tp.setTimeout(1, value), later);
  await measure('setTimeout with a signal', () => tp.setTimeout(1, value, fresh()), later);
  await measure('setImmediate', () => tp.setImmediate(value), later);
  await measure('setImmediate with a signal', () => tp.setImmediate(value, fresh()), later);
  await measure('setInterval aborted', () => tp.setInterval(50, 1, fresh()).next(), abort);

  // The listener goes in the second turn.
  const { signal } = new AbortController();
  const remove = signal.removeEventListener;
  signal.removeEventListener = function (...a) { console.log('listener removed'); return remove.apply(this, a); };
  const p = tp.setTimeout(1, { then(r) { r(); turns(4, (i) => console.log('turn', i)); } }, { signal });
  await p;
  console.log('settled');
})();
