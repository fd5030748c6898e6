// Prototype methods may be added and overridden; clearTimeout does not call close.
const T = setTimeout(() => {}, 1).constructor;
T.prototype.left = function () { return this._idleTimeout; };
T.prototype.close = function () { console.log('close called'); return this; };
const t = setTimeout(() => console.log('no'), 7);
console.log(t.left());
clearTimeout(t);
console.log(t._destroyed);
t.hasRef = () => 'own';
console.log(t.hasRef());
