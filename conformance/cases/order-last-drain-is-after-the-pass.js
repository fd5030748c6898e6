// A tick between two timers can still add to the pass with a copied _idleStart. One after the last timer cannot: the pass is over before its ticks run.
const busy = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
const log = [];
function round(another) {
  const a = setTimeout(() => {
    log.push('timer');
    setImmediate(() => log.push('immediate'));
    process.nextTick(() => {
      log.push('tick');
      setTimeout(() => log.push('late'), 10)._idleStart = a._idleStart;
    });
  }, 10);
  if (another) setTimeout(() => log.push('another'), 10);
  busy(30);
}
round(true);
setTimeout(() => {
  log.push('--');
  round(false);
  setTimeout(() => console.log(log.join('\n')), 60);
}, 60);
