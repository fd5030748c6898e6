// Timers replaced by the fakes that test frameworks use: install, tick, uninstall.
const FakeTimers = require('@sinonjs/fake-timers')

const real = setTimeout
const clock = FakeTimers.install({ now: 1000, toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'clearImmediate', 'Date'] })
const log = []
setTimeout((x) => log.push(`timeout ${x} at ${Date.now()}`), 50, 'arg')
const interval = setInterval(() => log.push(`interval at ${Date.now()}`), 20)
setImmediate(() => log.push('immediate'))
const cleared = setTimeout(() => log.push('BAD'), 10)
clearTimeout(cleared)
clock.tick(65)
clearInterval(interval)
console.log(log.join('\n'))
console.log(clock.countTimers(), new Date().getTime())
clock.uninstall()
console.log(setTimeout === real, Date.now() > 1e12)
setTimeout(() => console.log('real again'), 5)
