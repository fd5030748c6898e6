// timers/promises does without the statics and methods of Promise.
const tp = require('timers/promises');
const bad = () => { console.log('no'); };
for (const k of ['resolve', 'reject', 'withResolvers', 'all', 'race']) Promise[k] = bad;
Promise.prototype.finally = Promise.prototype.catch = bad;
globalThis.Promise = bad;
(async () => {
  console.log(await tp.setTimeout(1, 'timeout'), await tp.setImmediate('immediate'));
  const it = tp.setInterval(1, 'interval');
  console.log((await it.next()).value, (await it.return('end')).value);
  try { await tp.setTimeout('x'); } catch (e) { console.log(e.code); }
})();
