// An exception in the loop's body, break and return clear the interval.
const tp = require('timers/promises');
const active = () => process.getActiveResourcesInfo().includes('Timeout');
(async () => {
  try { for await (const v of tp.setInterval(2, 'v')) { console.log(v); throw new Error('body'); } } catch (e) { console.log(e.message, active()); }
  for await (const v of tp.setInterval(2)) break;
  console.log(active());
  console.log(await (async () => { for await (const v of tp.setInterval(2, 7)) return v; })(), active());
})();
