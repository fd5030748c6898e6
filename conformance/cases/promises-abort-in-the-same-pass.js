const busy = (ms) => { const end = Date.now() + ms; while (Date.now() < end); };

// An abort in an earlier timer of the pass rejects; after it fired it has no effect.
const tp = require('timers/promises');
const ac = new AbortController();
setTimeout(() => ac.abort('early'), 5);
tp.setTimeout(5, 'value', { signal: ac.signal }).then((v) => console.log('no', v), (e) => console.log(e.name, e.cause));
const late = new AbortController();
tp.setTimeout(5, 'fired', { signal: late.signal }).then((v) => { late.abort(); console.log(v); });
busy(10);
