// After a timer that threw, the next one of its list runs before any tick, one of another list after it. But when the timer has cleared itself and was the last, its list is gone and the other list comes at once.
const busy = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
const log = [];
process.on('uncaughtException', (e) => log.push(e.message));
function round(clearing) {
  setTimeout(function () {
    log.push('first list');
    process.nextTick(() => log.push('tick'));
    if (clearing) clearTimeout(this);
    throw new Error('thrown');
  }, 1);
  setTimeout(() => log.push('second list'), 5);
  busy(20);
}
round(false);
setTimeout(() => {
  log.push('--');
  round(true);
  setTimeout(() => console.log(log.join('\n')), 60);
}, 60);
