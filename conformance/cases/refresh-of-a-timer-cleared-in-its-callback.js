// A timer that was cleared in its own callback stays so: refresh gives it back and does nothing, then and later.
const t = setTimeout(() => {
  console.log('fired');
  clearTimeout(t);
  console.log(t.refresh() === t, t._destroyed, t._idleTimeout);
  setImmediate(() => console.log(t.refresh() === t, t._destroyed));
}, 1);
