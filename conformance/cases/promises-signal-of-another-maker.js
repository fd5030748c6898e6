// A signal is known by its properties, as those of polyfills.
const tp = require('timers/promises');
const listeners = [];
const signal = { aborted: false, reason: 'why', addEventListener(type, f) { console.log('add', type); listeners.push(f); }, removeEventListener(type, f) { console.log('remove', type, f === listeners.at(-1)); } };
tp.setTimeout(1, 'value', { signal }).then((v) => {
  console.log(v);
  const p = tp.setTimeout(1000, 0, { signal });
  signal.aborted = true;
  listeners[1]();
  return p;
}).catch((e) => {
  console.log(e.name, e.code, e.cause);
  return tp.setTimeout(1, 0, { signal: { aborted: true } });
}).catch((e) => console.log(e.name, e.cause));
