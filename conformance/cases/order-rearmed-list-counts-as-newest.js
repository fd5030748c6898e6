// A list that is armed anew for its next timer is the newest from then on: an equal expiry of a list that was made in the meantime goes first.
const gap = 400;
let tries = 0;
(function round() {
  const log = [];
  let a, second, b;
  for (;;) {
    a = setTimeout(() => { log.push('first of the older list'); late = now() > b._idleStart + gap / 2; }, 20);
    second = setTimeout(() => log.push('second of the older list'), 20);
    b = setTimeout(() => log.push('younger list'), 20 + gap);
    if (b._idleStart === a._idleStart) break;
    [a, second, b].forEach(clearTimeout);
  }
  let late;
  second._idleStart = a._idleStart + gap; // both lists expire in the same millisecond then
  setTimeout(() => {
    if (late && ++tries < 10) return round(); // the machine slept through the gap
    console.log(log.join('\n'));
  }, 30 + gap);
})();
function now() { const t = setTimeout(() => {}, 9); clearTimeout(t); return t._idleStart; }
