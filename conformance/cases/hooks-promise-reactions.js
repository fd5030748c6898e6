// While a hook is enabled a promise reaction has an async id of its own, the one its promise was announced with, and what it schedules is triggered by it.
const ah = require('async_hooks');
const out = [];
const types = new Map();
const hook = ah.createHook({
  init(id, type, trigger) { types.set(id, type); if (type !== 'PROMISE') out.push(`init ${type} by ${types.get(trigger) ?? trigger}`); },
  before(id) { if (types.get(id) === 'PROMISE') out.push('before'); },
  after(id) { if (types.get(id) === 'PROMISE') out.push('after'); },
}).enable();
const inside = (what) => out.push(`${what} in ${types.get(ah.executionAsyncId())}`);
Promise.resolve(1).then(() => { inside('then'); setTimeout(() => inside('timer'), 1); });
(async () => { await 1; inside('await'); process.nextTick(() => inside('tick')); })();
queueMicrotask(() => inside('microtask'));
setTimeout(() => { hook.disable(); console.log(out.join('\n')); }, 20);
