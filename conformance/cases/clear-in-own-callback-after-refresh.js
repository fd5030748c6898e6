// Cleared after a refresh in its own callback, a timer lets go of its callback at once.
const f = (t) => [t._destroyed, t._onTimeout === null ? 'null' : t._onTimeout, t._idleTimeout, t._timerArgs];
const a = setTimeout(() => { clearTimeout(a); console.log(f(a)); }, 1, 'arg');
setTimeout(() => {
  const b = setTimeout(() => { b.refresh(); clearTimeout(b); console.log(f(b)); }, 1, 'arg');
  setTimeout(() => {
    const c = setInterval(() => { c.refresh(); clearInterval(c); console.log(f(c)); }, 1);
    setTimeout(() => console.log(f(a), f(b), f(c)), 30);
  }, 30);
}, 30);
