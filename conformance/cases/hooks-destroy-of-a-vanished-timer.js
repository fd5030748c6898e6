// A timer that vanishes for want of a callback is destroyed as one that fired, once; a refresh by itself destroys nothing.
const { createHook } = require('async_hooks');
const names = new Map(), log = [];
const hook = createHook({ destroy(id) { if (names.has(id)) log.push(names.get(id)); } }).enable();
const id = (t) => t[Object.getOwnPropertySymbols(t).find((s) => s.description === 'asyncId')];
const a = setTimeout(() => console.log('no'), 1);
names.set(id(a), 'vanished');
a._onTimeout = null;
const b = setTimeout(() => {}, 1);
names.set(id(b), 'fired');
const c = setTimeout(() => {}, 1e6).refresh();
names.set(id(c), 'refreshed');
const v = setInterval(() => {
  if (v.twice) { clearInterval(v); setTimeout(end, 100); }
  v.twice = true;
}, 1);
names.set(id(v), 'interval');
function end() { console.log(log.sort().join()); hook.disable(); clearTimeout(c); }
