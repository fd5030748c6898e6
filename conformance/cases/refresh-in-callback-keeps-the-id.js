// refresh in its own callback asks for another run after the full delay, under the same id.
const busy = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
const ids = [];
const t = setTimeout(() => {
  ids.push(+t);
  if (ids.length === 3) return console.log('third', ids.every((id) => id === ids[0]), t._destroyed);
  console.log('run', ids.length);
  busy(30);
  if (ids.length === 2) setTimeout(() => console.log('due before'), 20);
  t.refresh();
  busy(10);
}, 40);
