// In its own callback a timer is in no list, and not destroyed.
const f = (t) => [t._idleNext, t._idlePrev, t._destroyed, typeof t._onTimeout, t._idleTimeout, t.hasRef()].join();
const t = setTimeout(() => console.log('timeout', f(t)), 1);
let n = 0;
setTimeout(() => {
  const i = setInterval(() => { console.log('interval', f(i)); if (++n === 2) { clearInterval(i); setTimeout(() => console.log('after', f(t), f(i)), 1); } }, 2);
}, 20);
