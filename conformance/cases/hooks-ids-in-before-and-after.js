// before and after run in the context of the callback, also when it throws.
const hooks = require('async_hooks');
const log = [], ids = new Set();
const hook = hooks.createHook({
  init(id, type) { if (type === 'Timeout' || type === 'Immediate') ids.add(id); },
  before(id) { if (ids.has(id)) log.push(['before', hooks.executionAsyncId() === id]); },
  after(id) { if (ids.has(id)) log.push(['after', hooks.executionAsyncId() === id]); },
}).enable();
process.on('uncaughtException', () => log.push(['handler', ids.has(hooks.executionAsyncId())]));
const t = setTimeout(() => { log.push(['callback', hooks.executionAsyncId() === +t, hooks.executionAsyncResource() === t]); throw new Error('x'); }, 1);
setTimeout(() => setImmediate(() => { hook.disable(); for (const l of log) console.log(...l); }), 40);
