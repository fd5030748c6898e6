// Another listener that stops the event does not keep the abort from the timer.
const tp = require('timers/promises');
const ac = new AbortController();
ac.signal.addEventListener('abort', (e) => { console.log('stopped'); e.stopImmediatePropagation(); });
ac.signal.addEventListener('abort', () => console.log('no'));
tp.setTimeout(1e6, 0, { signal: ac.signal }).catch((e) => console.log(e.name));
tp.setImmediate(0, { signal: ac.signal }).then(() => console.log('no'), (e) => console.log(e.name));
tp.setInterval(1e6, 0, { signal: ac.signal }).next().catch((e) => console.log(e.name));
ac.abort();
