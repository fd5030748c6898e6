// What a callback writes to _onTimeout and _timerArgs after it has cleared its own timer is gone when it returns.
for (const set of [setTimeout, setInterval]) {
  const t = set(function () {
    clearTimeout(this);
    this._onTimeout = () => {};
    this._timerArgs = [1];
    setImmediate(() => console.log(t._onTimeout, t._timerArgs, t._destroyed));
  }, 1, 'x');
}
const kept = setTimeout(function () {
  this._onTimeout = () => {};
  setImmediate(() => console.log(typeof kept._onTimeout, kept._destroyed));
}, 1);
