// Every value against every other, in every mode: a letter for each mode in which the two are equal.
const assert = require('assert')
const { isDeepStrictEqual } = require('util')
const s = Symbol('s')
const p = Promise.resolve()
const hole = [1]
hole.length = 2
const tagged = { [Symbol.toStringTag]: 'T' }
const make = () => [
  0, -0, 1, NaN, '1', '', 'a', true, false, null, undefined, 1n, s, p, () => {},
  {}, { a: 1 }, { a: '1' }, { a: undefined }, { a: 1, b: 2 }, { b: 2, a: 1 }, { [s]: 1 }, { a: { b: 1 } }, Object.create(null),
  [], [1], ['1'], [1, 2], [2, 1], hole, [1, undefined], [1, null], [null], [undefined], [[1]], [{ a: 1 }], Object.assign([1], { a: 1 }),
  new Set(), new Set([1]), new Set(['1']), new Set([1, 2]), new Set([2, 1]), new Set([{ a: 1 }, { b: 1 }]), new Set([{ b: 1 }, { a: 1 }]), new Set([null]), new Set([undefined]),
  new Map(), new Map([[1, 1]]), new Map([['1', 1]]), new Map([[1, '1']]), new Map([[{ a: 1 }, 1]]), new Map([[{ a: 1 }, 1], [{ b: 1 }, 2]]), new Map([[{ b: 1 }, 2], [{ a: 1 }, 1]]), new Map([[null, 1]]), new Map([[undefined, 1]]),
  new Date(0), new Date(5), new Date(NaN), /a/, /a/g, new Error('a'), new Error(''), new TypeError('a'), new Error('a', { cause: 1 }), Object.assign(new Error('a'), { a: 1 }),
  Object(1), Object('1'), Object(true), Object(s), Object(1n), Object(-0), new Uint8Array([1, 2]), new Uint8Array([1]), new Int8Array([1, 2]), new Float64Array([0]), new Float64Array([-0]), new Float64Array([NaN]),
  new ArrayBuffer(2), new ArrayBuffer(1), new WeakMap(), tagged, new (class A { a = 1 })(), new (class B {})(), (function () { return arguments })(1),
]
const unequal = new Error('unequal') // given as message: it is thrown as it is
const passes = (f, a, b) => { try { f(a, b, unequal); return true } catch { return false } }
const { deepStrictEqual: sameShape } = assert.Assert.prototype
const shapes = new assert.Assert({ skipPrototype: true })
const xs = make()
const ys = make()
for (let i = 0; i < xs.length; i++) {
  let row = ''
  for (let j = 0; j < ys.length; j++) {
    const [a, b] = [xs[i], ys[j]]
    const bits = (passes(assert.deepEqual, a, b) ? 'l' : '') + (passes(assert.deepStrictEqual, a, b) ? 's' : '') +
      (passes(assert.partialDeepStrictEqual, a, b) ? 'p' : '') + (passes(assert.strictEqual, a, b) ? '=' : '') +
      (passes(assert.equal, a, b) ? '~' : '') + (passes((a, b, e) => sameShape.call(shapes, a, b, e), a, b) ? 'u' : '')
    if (bits) row += ' ' + j + bits
  }
  console.log(i + ':' + row)
}
