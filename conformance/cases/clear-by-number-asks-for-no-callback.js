// A timer whose _onTimeout is empty is left alone by a clear that gets the object, and cleared by one that gets its number.
const show = (label, t) => console.log(label, t._destroyed, t._idleTimeout, t._onTimeout);
for (const empty of [null, undefined, 0]) {
  const a = setTimeout(() => {}, 5);
  const b = setTimeout(() => {}, 5);
  const n = +b;
  a._onTimeout = b._onTimeout = empty;
  clearTimeout(a);
  clearTimeout(n);
  show('object', a);
  show('number', b);
}
const fired = setTimeout(() => {
  setImmediate(() => {
    fired._onTimeout = null;
    clearInterval(number);
    show('fired', fired);
  });
}, 1);
const number = +fired;
