// How many resources each call makes.
const { createHook } = require('async_hooks'), tp = require('timers/promises');
const kinds = ['Timeout', 'Immediate', 'TickObject', 'Microtask'];
let made = [];
const hook = createHook({ init(id, type) { if (kinds.includes(type)) made.push(type); } }).enable();
const results = [];
const count = (name, f) => { made = []; f(); results.push([name, made.join()]); };
count('setTimeout', () => setTimeout(() => {}, 1)); count('setInterval', () => clearInterval(setInterval(() => {}, 1)));
count('setImmediate', () => setImmediate(() => {})); count('nextTick', () => process.nextTick(() => {})); count('queueMicrotask', () => queueMicrotask(() => {}));
count('promises.setTimeout', () => tp.setTimeout(1)); count('promises.setImmediate', () => tp.setImmediate()); count('promises.setInterval', () => tp.setInterval(1));
let it; count('and next', () => { it = tp.setInterval(1); it.next().then(() => it.return()); }); count('wait', () => tp.scheduler.wait(1));
count('refresh of a pending one', () => { const t = setTimeout(() => {}, 1); t.refresh(); clearTimeout(t); t.refresh(); });
count('emitWarning', () => process.emitWarning('x', 'Quiet'));
hook.disable();
for (const r of results) console.log(...r);
