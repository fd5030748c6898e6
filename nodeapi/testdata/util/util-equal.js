const { isDeepStrictEqual: eq } = require('util')
class Foo { constructor(a) { this.a = a } }
class Bar { constructor(a) { this.a = a } }
const cyc = () => { const o = { x: {} }; o.self = o; o.x.up = o; return o }
const fn = () => {}
const sym = Symbol('s')
const cases = [
  [1, 1], [1, 2], [0, -0], [NaN, NaN], ['a', 'a'], ['1', 1], [null, undefined], [null, null], [1n, 1n], [1n, 1], [sym, sym], [Symbol('s'), sym],
  [{}, {}], [{ a: 1 }, { a: 1 }], [{ a: 1, b: 2 }, { b: 2, a: 1 }], [{ a: 1 }, { a: '1' }], [{ a: undefined }, {}], [{ a: undefined }, { b: undefined }],
  [[], []], [[1, 2], [1, 2]], [[1, 2], [2, 1]], [[1, , 3], [1, undefined, 3]], [[1, , 3], [1, , 3]], [[], {}], [Object.assign([1], { x: 1 }), [1]],
  [Object.assign([1], { x: 1 }), Object.assign([1], { x: 1 })], [[NaN], [NaN]], [[0], [-0]],
  [new Foo(1), new Foo(1)], [new Foo(1), new Bar(1)], [new Foo(1), { a: 1 }], [Object.create(null), {}], [Object.create(null), Object.create(null)],
  [new Date(0), new Date(0)], [new Date(0), new Date(1)], [new Date(NaN), new Date(NaN)], [new Date(0), 0],
  [/a/g, /a/g], [/a/g, /a/i], [/a/, /b/], [new Error('a'), new Error('a')], [new Error('a'), new Error('b')], [new Error('a'), new TypeError('a')],
  [new Error('a', { cause: 1 }), new Error('a', { cause: 1 })], [new Error('a', { cause: 1 }), new Error('a')], [Object.assign(new Error('a'), { code: 1 }), new Error('a')],
  [new Map([[1, 2]]), new Map([[1, 2]])], [new Map([[1, 2]]), new Map([[1, 3]])], [new Map([[1, 2], [3, 4]]), new Map([[3, 4], [1, 2]])],
  [new Map([[{ a: 1 }, 1]]), new Map([[{ a: 1 }, 1]])], [new Map([[{ a: 1 }, 1], [{ a: 2 }, 2]]), new Map([[{ a: 2 }, 2], [{ a: 1 }, 1]])],
  [new Map([[{ a: 1 }, 1]]), new Map([[{ a: 2 }, 1]])], [new Map([[null, 1]]), new Map([[undefined, 1]])], [new Map([['1', 1]]), new Map([[1, 1]])],
  [new Set([1, 2]), new Set([2, 1])], [new Set([1]), new Set([2])], [new Set([{ a: 1 }]), new Set([{ a: 1 }])], [new Set([{ a: 1 }, { a: 2 }]), new Set([{ a: 2 }, { a: 1 }])],
  [new Set([{ a: 1 }, { a: 1 }]), new Set([{ a: 1 }, { a: 2 }])], [new Set([[1]]), new Set([[2]])], [new Set(), new Map()], [new Set([0]), new Set([-0])],
  [new Uint8Array([1, 2]), new Uint8Array([1, 2])], [new Uint8Array([1]), new Int8Array([1])], [new Float64Array([NaN]), new Float64Array([NaN])], [new Float64Array([0]), new Float64Array([-0])],
  [new ArrayBuffer(2), new ArrayBuffer(2)], [new ArrayBuffer(2), new ArrayBuffer(3)], [new Number(1), new Number(1)], [new Number(1), new Number(2)], [new Number(1), 1],
  [new String('a'), new String('a')], [Object(sym), Object(sym)], [Object(1n), Object(1n)], [new Boolean(true), new Boolean(true)],
  [fn, fn], [fn, () => {}], [{ fn }, { fn }], [{ [sym]: 1 }, { [sym]: 1 }], [{ [sym]: 1 }, { [sym]: 2 }], [{ [sym]: 1 }, {}],
  [cyc(), cyc()], [Promise.resolve(1), Promise.resolve(1)], [new WeakMap(), new WeakMap()], [(function () { return arguments })(1), (function () { return arguments })(1)],
  [(function () { return arguments })(1), [1]], [{ a: { b: { c: [1, { d: 2 }] } } }, { a: { b: { c: [1, { d: 2 }] } } }], [{ a: { b: { c: [1, { d: 2 }] } } }, { a: { b: { c: [1, { d: 3 }] } } }],
  [new Proxy({ a: 1 }, {}), { a: 1 }], [Object.defineProperty({}, 'h', { value: 1 }), {}], [{ constructor: 1 }, { constructor: 1 }],
  [{ get a() { return 1 } }, { a: 1 }], [{ [Symbol.toStringTag]: 'x' }, { [Symbol.toStringTag]: 'x' }], [{ [Symbol.toStringTag]: 'x' }, { [Symbol.toStringTag]: 'y' }],
  [new (class S extends Set {})([1]), new Set([1])], [new (class A extends Array {})(), []],
]
console.log(cases.map(([a, b]) => (eq(a, b) ? 1 : 0) + '' + (eq(b, a) ? 1 : 0)).join(' '))
console.log(eq(new Foo(1), new Bar(1), true), eq(new Foo(1), { a: 1 }, true), eq([], {}, true))
