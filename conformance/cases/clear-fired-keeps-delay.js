const t = setTimeout(() => {}, 3, 'x');
setTimeout(() => {
  console.log(t._destroyed, typeof t._onTimeout, t._timerArgs, t._idleTimeout);
  clearTimeout(t);
  console.log(t._destroyed, t._onTimeout, t._timerArgs, t._idleTimeout, t._idleNext, t._idlePrev);
}, 30);
