// The longest delay is kept as it is, and does not come round to something short.
const { setTimeout: sleep } = require('timers/promises');
const all = [2147483647, 2147483646.5, 2 ** 30, 2 ** 29].map((d) => [setTimeout(() => console.log('no'), d), setInterval(() => console.log('no'), d)]).flat();
sleep(50).then(() => {
  for (const t of all) { console.log(t._idleTimeout, t._repeat, t._destroyed); clearTimeout(t); }
});
