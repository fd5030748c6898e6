// A changed _repeat counts from the next turn on; null ends the interval.
let n = 0;
const i = setInterval(() => {
  console.log(++n, i._idleTimeout, i._repeat);
  i._repeat = n < 3 ? n + 4 : null;
}, 3);
setTimeout(() => console.log(i._destroyed, i._repeat, i._idleTimeout), 150);
