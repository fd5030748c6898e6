const { Console } = require('console')
function sink(name) {
  return { write(s) { console.log(name, JSON.stringify(s)) }, on() {}, once() {}, removeListener() {}, listenerCount() { return 1 } }
}
const c = new Console(sink('o'), sink('e'))
c.log('log', 1)
c.error('error')
c.group('g')
c.warn('in')
c.log('in\nner')
c.groupEnd()
c.table([1])
c.count()
const { log } = c
log('detached')
new Console(sink('single')).error('to stdout')
Console(sink('plain call')).log('x')
new Console({ stdout: sink('opts'), groupIndentation: 4, inspectOptions: { depth: 0, compact: false } }).log({ a: { b: 1 } })
const wide = new Console({ stdout: sink('wide'), groupIndentation: 4 })
wide.group()
wide.log('x')
const colored = new Console({ stdout: sink('colored'), colorMode: true })
colored.log({ a: 1 }, 'x')
colored.log('x')
new Console({ stdout: sink('mono'), colorMode: false }).log(5)
console.log(c instanceof Console, console instanceof Console, {} instanceof Console, Object.getPrototypeOf(c) === Console.prototype)
console.log(Object.prototype.toString.call(c), Object.keys(c).join())
class Mine extends Console {
  constructor() { super(sink('mine')) }
  log(...args) { super.log('<', ...args, '>') }
  extra() { this.log('extra') }
}
const m = new Mine()
m.log(1)
m.extra()
m.table(5)
m.count('k')
console.log(m instanceof Mine)
for (const args of [[], [{}], [{ stdout: sink('x'), stderr: 5 }], [{ stdout: sink('x'), colorMode: 5 }],
  [{ stdout: sink('x'), groupIndentation: 5000 }], [{ stdout: sink('x'), groupIndentation: 1.5 }],
  [{ stdout: sink('x'), groupIndentation: 'x' }], [{ stdout: sink('x'), inspectOptions: 5 }]]) {
  try { new Console(...args) } catch (e) { console.log(e.name, e.code, e.message) }
}
