const { mock } = require('node:test')
const real = { setTimeout, setInterval, setImmediate, Date, clearTimeout, clearInterval, clearImmediate }
const mocked = () => Object.keys(real).filter((k) => globalThis[k] !== real[k])
for (const apis of [undefined, ['setTimeout'], ['setInterval'], ['setImmediate'], ['Date'], ['scheduler.wait'], ['AbortSignal.timeout'], ['setTimeout', 'Date'], []]) {
  mock.timers.enable({ apis })
  console.log(apis, mocked())
  mock.timers.reset()
  console.log(mocked())
}
const other = require('timers')
mock.timers.enable({ apis: ['setTimeout'] })
console.log(Object.getOwnPropertyDescriptor(globalThis, 'setTimeout').enumerable, other.setTimeout === setTimeout, other.setInterval === setInterval)
setInterval(function () { console.log('real interval'); clearInterval(this) }, 1)
setTimeout(() => console.log('mocked timeout'), 1)
queueMicrotask(() => { mock.timers.tick(1); mock.timers.reset(); setTimeout(() => console.log('real timeout'), 5) })
const [a, b] = [new mock.constructor(), new mock.constructor()]
a.timers.enable({ apis: ['setInterval'] })
b.timers.enable({ apis: ['setImmediate'] })
console.log(mocked())
a.timers.reset()
b.timers.reset()
console.log(mocked())
