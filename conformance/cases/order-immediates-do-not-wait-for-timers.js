// With an immediate pending the loop does not wait for timers: a hundred turns go by before one of two seconds.
const t = setTimeout(() => console.log('timer'), 2000);
let n = 0;
(function turn() {
  if (++n < 100) return setImmediate(turn);
  console.log('turns', n);
  clearTimeout(t);
})();
