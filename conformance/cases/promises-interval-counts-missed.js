const busy = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
const { setInterval: every } = require('timers/promises');
(async () => {
  const it = every(5, 'v');
  console.log(await it.next());
  await new Promise((r) => setTimeout(r, 40));
  let quick = 0;
  const log = [];
  setImmediate(() => log.push('immediate'));
  await it.next();
  await it.next();
  console.log(log.length === 0);
  console.log(await it.return('end'), await it.next());
})();
