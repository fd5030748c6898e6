// AbortController, AbortSignal.abort, timeout and any work as signals, with their own reasons.
const tp = require('timers/promises');
const show = (r) => (r instanceof DOMException ? [r.name, r.code, r.message].join() : r);
(async () => {
  const ac = new AbortController();
  ac.abort();
  console.log(show(ac.signal.reason));
  console.log(show(AbortSignal.abort().reason), AbortSignal.abort(5).reason);
  await tp.setTimeout(1e6, 0, { signal: AbortSignal.abort('given') }).catch((e) => console.log(e.name, e.cause));
  const keep = setTimeout(() => {}, 20000);
  await tp.setTimeout(1e6, 0, { signal: AbortSignal.timeout(5) }).catch((e) => console.log(e.name, show(e.cause)));
  clearTimeout(keep);
  const a = new AbortController(), b = new AbortController();
  const any = AbortSignal.any([a.signal, b.signal]);
  const p = tp.setTimeout(1e6, 0, { signal: any }).catch((e) => console.log(e.name, e.cause));
  b.abort('of b');
  a.abort('of a');
  await p;
  console.log(any.aborted, any.reason, AbortSignal.any([]).aborted);
  AbortSignal.timeout(1e6); // keeps nothing alive
})();
