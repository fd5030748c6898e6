const tp = require('timers/promises');
const active = () => process.getActiveResourcesInfo().filter((r) => r === 'Timeout' || r === 'Immediate').join();
const ac = new AbortController();
const all = [tp.setTimeout(1e6, 0, { signal: ac.signal }), tp.setImmediate(0, { signal: ac.signal }), tp.setInterval(1e6, 0, { signal: ac.signal }).next()];
console.log(active());
ac.abort();
console.log(active() === '');
Promise.allSettled(all).then((r) => r.forEach(({ reason: e }) => console.log(e.name, e.code, e.message, Object.keys(e), e instanceof DOMException, e.cause === ac.signal.reason)));
