// Ticks and microtasks that go on for ever keep a timer waiting that has long been due.
const log = [];
const t = setTimeout(() => { log.push('timer'); console.log(log.join('\n')); }, 1);
setImmediate(() => log.push('immediate'));
const until = (ms, again, done) => {
  const end = performance.now() + ms;
  (function f() { performance.now() < end ? again(f) : done(); })();
};
until(30, process.nextTick, () => {
  log.push('ticks');
  until(30, queueMicrotask, () => log.push('microtasks'));
});
