// next, return and throw are queued, and served in order.
const tp = require('timers/promises');
(async () => {
  const it = tp.setInterval(2, 'v'), log = [];
  await Promise.all([
    it.next().then((r) => log.push(['next', r.value, r.done])),
    it.next().then((r) => log.push(['next', r.value, r.done])),
    it.return('R').then((r) => log.push(['return', r.value, r.done])),
    it.next().then((r) => log.push(['next', r.value, r.done])),
    it.throw(new Error('T')).catch((e) => log.push(['throw', e.message])),
  ]);
  console.log(log);
})();
