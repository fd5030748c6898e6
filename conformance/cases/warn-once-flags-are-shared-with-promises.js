// timers/promises warns as the callbacks do, and shares what is said once.
const tp = require('timers/promises');
process.on('warning', (w) => console.log(w.name, JSON.stringify(w.message), Object.keys(w), w.code, w instanceof Error));
(async () => {
  for (const d of [-1, NaN, 2 ** 31, Infinity]) console.log(await tp.setTimeout(d, 'fired'));
  clearTimeout(setTimeout(() => {}, -1));
  clearInterval(setInterval(() => {}, NaN));
  const it = tp.setInterval(-5, 'v');
  console.log((await it.next()).value);
  await it.return();
  clearTimeout(setTimeout(() => {}, 2 ** 32));
})();
