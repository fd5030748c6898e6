const { mock, test } = require('node:test')
const call = ({ arguments: a, result, error, target, this: self }) => ({ a, result, error: error && error.message, target: target && target.name, self })
const f = mock.fn()
console.log(typeof f, f.name, f.length, f(), f(1, 2), f.mock.callCount(), f.mock.calls.map(call))
const g = mock.fn((a, b) => a + b)
console.log(g(1, 2), g.call({ x: 1 }, 3, 4), g.mock.calls.map(call), g.length)
const h = mock.fn(function add(a) { return a }, function other(a) { return -a })
console.log(h(5), h.name, h.mock.callCount())
h.mock.mockImplementation((a) => a * 2)
console.log(h(5))
h.mock.mockImplementationOnce(() => 'once')
console.log(h(5), h(5))
h.mock.mockImplementationOnce(() => 'at 6', 6)
console.log(h(5), h(5), h(5))
h.mock.resetCalls()
console.log(h.mock.callCount(), h(1))
h.mock.restore()
console.log(h(5))
const t = mock.fn(() => 'original', () => 'mocked', { times: 2 })
console.log(t(), t(), t(), t.mock.callCount())
const thrower = mock.fn(() => { throw new Error('x') })
try { thrower(1) } catch (e) { console.log(e.message) }
console.log(thrower.mock.calls.map(call), thrower.mock.calls[0].stack instanceof Error)
class A { constructor(x) { this.x = x } static s = 1 }
const M = mock.fn(A)
const a = new M(5)
console.log(a, a instanceof A, M.s, M.name, M.mock.calls.map((c) => [c.arguments, c.result === a, c.target === A, c.this === a]))
const o = mock.fn({ times: 1 })
console.log(o(), o.mock.callCount())
console.log(mock.fn(() => 1, { times: 1 })())
const calls = f.mock.calls
calls.push('x')
console.log(f.mock.callCount())
for (const args of [[5], ['x'], [() => {}, 5], [() => {}, () => {}, 5], [() => {}, () => {}, { times: 0 }], [() => {}, () => {}, { times: 'x' }], [() => {}, () => {}, { times: 1.5 }]]) {
  try { mock.fn(...args); console.log('fine') } catch (e) { console.log(e.code, e.message) }
}
for (const bad of [5, undefined, {}]) {
  try { f.mock.mockImplementation(bad) } catch (e) { console.log(e.code, e.message) }
  try { f.mock.mockImplementationOnce(bad) } catch (e) { console.log(e.code, e.message) }
}
try { f.mock.mockImplementationOnce(() => {}, 0) } catch (e) { console.log(e.code, e.message) }
console.log(f.mock, mock, Object.getOwnPropertyNames(Object.getPrototypeOf(f.mock)), Object.getOwnPropertyNames(Object.getPrototypeOf(mock)))
const asyncMock = mock.fn(async () => 7)
asyncMock().then((v) => console.log('async', v, asyncMock.mock.calls[0].result instanceof Promise))
