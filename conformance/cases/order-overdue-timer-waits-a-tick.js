// A timer that became due while a timers phase ran is due one millisecond after the last timer that was set in it, not at once: immediates that follow each other get many turns before it.
const tick = () => { const t = setTimeout(() => {}, 9); clearTimeout(t); return t._idleStart; };
let most = 0, rounds = 0;
(function round() {
  let turns = 0, done = false;
  setTimeout(() => {
    const from = tick();
    while (tick() < from + 20); // a millisecond has just begun, and the timer below is long due
    (function spin() { if (!done) { turns++; setImmediate(spin); } })();
  }, 1);
  setTimeout(() => {
    done = true;
    most = Math.max(most, turns);
    if (++rounds < 10) round();
    else console.log('many turns', most >= 5);
  }, 5);
})();
