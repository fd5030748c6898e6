// Firings while nobody asks are counted, and given without waiting.
const { setInterval: every } = require('timers/promises');
(async () => {
  const it = every(5, 'v');
  console.log(await it.next());
  // An interval of the same duration fires as often as the generator's own, after it.
  await new Promise((r) => { let n = 0; const i = setInterval(() => { if (++n === 5) { clearInterval(i); r(); } }, 5); });
  const log = [];
  setImmediate(() => log.push('immediate'));
  for (let i = 0; i < 3; i++) await it.next();
  console.log(log.length === 0);
  console.log(await it.return('end'), await it.next());
})();
