// With a signal that is aborted already the promise is rejected and no timer is made.
const tp = require('timers/promises');
const count = () => process.getActiveResourcesInfo().filter((r) => r === 'Timeout' || r === 'Immediate').length;
const signal = AbortSignal.abort('why');
const all = [tp.setTimeout(1e6, 0, { signal }), tp.setImmediate(0, { signal }), tp.setInterval(1e6, 0, { signal }).next(), tp.scheduler.wait(1e6, { signal })];
console.log(count());
process.nextTick(() => console.log('tick'));
all.forEach((p, i) => p.catch((e) => console.log(i, e.name, e.cause)));
