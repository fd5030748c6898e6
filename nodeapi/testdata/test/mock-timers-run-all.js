const { mock } = require('node:test')
const log = []
const at = (ms) => setTimeout(() => log.push(ms), ms)
const run = (delays) => {
  mock.timers.enable()
  log.length = 0
  for (const ms of delays) at(ms)
  mock.timers.runAll()
  console.log(delays.join(), '->', log.join(), Date.now())
  mock.timers.reset()
}
run([])
run([5])
run([1, 2, 3])
run([3, 2, 1])
run([10, 30, 20])
run([20, 10, 30])
run([1, 9, 2, 8, 3, 7, 4, 6, 5])
run([5, 5, 5])
run([50, 10, 40, 20, 30, 60, 5])
mock.timers.enable()
log.length = 0
setTimeout(() => { log.push('a'); setTimeout(() => log.push('b'), 10) }, 10)
mock.timers.runAll()
console.log(log, Date.now())
mock.timers.runAll()
console.log(log, Date.now())
mock.timers.reset()
mock.timers.enable()
const timers = [9, 3, 7, 1, 8, 2, 6, 4, 5].map(at)
log.length = 0
clearTimeout(timers[1])
clearTimeout(timers[4])
clearTimeout(timers[0])
console.log(timers.map((t) => t.priorityQueuePosition))
mock.timers.tick(100)
console.log(log, timers.map((t) => t.priorityQueuePosition))
log.length = 0
for (let i = 0; i < 50; i++) at((i * 37) % 50)
const order = []
mock.timers.tick(100)
console.log(log.join())
mock.timers.reset()
