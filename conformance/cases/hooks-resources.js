// The resource of a Timeout or an Immediate is the handle, that of a tick a plain object.
const { createHook } = require('async_hooks');
const made = [];
const hook = createHook({ init(id, type, trigger, resource) { if (/^(Timeout|Immediate|TickObject)$/.test(type)) made.push([type, resource]); } }).enable();
const t = setTimeout(() => {}, 1), v = setInterval(() => clearInterval(v), 1), i = setImmediate(() => {});
process.nextTick(() => {});
require('timers/promises').setTimeout(1);
require('timers/promises').setImmediate();
hook.disable();
console.log(made.map(([type]) => type).join());
console.log(made[0][1] === t, made[1][1] === v, made[2][1] === i, Object.getPrototypeOf(made[3][1]) === Object.prototype);
console.log(made[4][1].constructor === t.constructor, made[5][1].constructor === i.constructor);
