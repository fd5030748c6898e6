// Clearing leaves _idleStart, _repeat and hasRef() as they were.
const a = setTimeout(() => {}, 50).unref(), b = setInterval(() => {}, 60);
const starts = [a._idleStart, b._idleStart];
clearTimeout(a); clearInterval(b);
console.log(a._idleStart === starts[0], b._idleStart === starts[1], a._repeat, b._repeat, a.hasRef(), b.hasRef());
console.log(a._idleTimeout, a._idlePrev, a._idleNext, a._onTimeout, a._timerArgs, a._destroyed);
