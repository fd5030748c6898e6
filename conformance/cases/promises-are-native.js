// What timers/promises gives are promises of the language itself.
const tp = require('timers/promises');
const own = Promise.prototype;
for (const p of [tp.setTimeout(1), tp.setImmediate(), tp.scheduler.wait(1), tp.scheduler.yield(), tp.setInterval(1).next()]) {
  console.log(Object.getPrototypeOf(p) === own, require('util').types.isPromise(p), Object.prototype.toString.call(p));
}
setTimeout(() => process.exit(), 20);
