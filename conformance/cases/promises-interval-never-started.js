// return and throw on a generator that was never started make no timer.
const tp = require('timers/promises');
const active = () => process.getActiveResourcesInfo().includes('Timeout');
(async () => {
  const a = tp.setInterval(2, 'v');
  console.log(active(), await a.return('early'), active(), await a.next());
  const b = tp.setInterval('wrong');
  await b.throw(new Error('early')).catch((e) => console.log(e.message));
  console.log(await b.next());
  const c = tp.setInterval('wrong');
  await c.next().catch((e) => console.log(e.code));
  console.log(await c.next());
})();
