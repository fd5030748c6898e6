const { setInterval: every } = require('timers/promises');
(async () => {
  const it = every(2, 1);
  await it.next();
  await it.throw(new Error('mine')).catch((e) => console.log(e.message));
  console.log(await it.next());
  console.log(process.getActiveResourcesInfo().filter((r) => r === 'Timeout').length);
})();
