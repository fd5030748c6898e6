// Same callback, arguments and ref state; a new id.
const t = setTimeout((a) => { console.log('fired', a, t.hasRef()); t.unref(); }, 2, 'arg'), id = +t;
setTimeout(() => {
  console.log(t._destroyed, t.refresh() === t, t._destroyed, +t > id, t._timerArgs);
  setTimeout(() => console.log(t._destroyed), 30);
}, 30);
