globalThis.evil = () => console.log('no');
for (const f of [setTimeout, setInterval, setImmediate, queueMicrotask, process.nextTick]) {
  try { f('evil()', 1); } catch (e) { console.log(f.name, e.code); }
}
