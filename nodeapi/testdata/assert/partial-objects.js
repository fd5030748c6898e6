const assert = require('assert')
let n = 0
function show(f) {
  n++
  try {
    f()
    console.log(n, 'passes')
  } catch (e) {
    console.log(n, e.name, e.code, e.generatedMessage, e.operator)
    console.log(e.message)
  }
}

class A { constructor(x) { this.x = x } }
const s = Symbol('s')
show(() => assert.partialDeepStrictEqual({ a: 1, b: 2 }, { a: 1 }))
show(() => assert.partialDeepStrictEqual({ a: 1 }, { a: 1, b: 2 }))
show(() => assert.partialDeepStrictEqual({ a: 1, b: 2 }, { a: 2 }))
show(() => assert.partialDeepStrictEqual({ a: { b: { c: 1, d: 2 } } }, { a: { b: { c: 1 } } }))
show(() => assert.partialDeepStrictEqual({ a: { b: { c: 1, d: 2 } } }, { a: { b: { c: 2 } } }))
show(() => assert.partialDeepStrictEqual({ a: 1 }, {}))
show(() => assert.partialDeepStrictEqual({}, { a: undefined }))
show(() => assert.partialDeepStrictEqual({ a: undefined }, { a: undefined }))
show(() => assert.partialDeepStrictEqual({ [s]: 1, a: 1 }, { [s]: 1 }))
show(() => assert.partialDeepStrictEqual({ [s]: 1, a: 1 }, { [s]: 2 }))
show(() => assert.partialDeepStrictEqual({ a: 1 }, { [s]: 2 }))
show(() => assert.partialDeepStrictEqual(new A(1), { x: 1 }))
show(() => assert.partialDeepStrictEqual({ x: 1 }, new A(1)))
show(() => assert.partialDeepStrictEqual(Object.create(null), {}))
show(() => assert.partialDeepStrictEqual(1, 1))
show(() => assert.partialDeepStrictEqual(1, 2))
show(() => assert.partialDeepStrictEqual('abc', 'ab'))
show(() => assert.partialDeepStrictEqual('a', 'b'))
show(() => assert.partialDeepStrictEqual(null, undefined))
show(() => assert.partialDeepStrictEqual(null, {}))
show(() => assert.partialDeepStrictEqual(NaN, NaN))
show(() => assert.partialDeepStrictEqual(0, -0))
show(() => assert.partialDeepStrictEqual({ a: 1, b: 2, c: 3, d: 4 }, { b: 2, d: 5 }))
show(() => assert.partialDeepStrictEqual({ a: [1, 2, 3], b: new Map([[1, { x: 1, y: 2 }]]) }, { a: [1, 3], b: new Map([[1, { x: 1 }]]) }))
show(() => assert.partialDeepStrictEqual({ a: [1, 2, 3], b: new Map([[1, { x: 1, y: 2 }]]) }, { a: [1, 3], b: new Map([[1, { x: 2 }]]) }))
show(() => assert.partialDeepStrictEqual({ get a() { return 1 }, b: 2 }, { a: 1 }))
show(() => assert.partialDeepStrictEqual(Object.defineProperty({}, 'a', { value: 1, enumerable: false }), { a: 1 }))
show(() => assert.partialDeepStrictEqual({ a: 1 }))
const big = Object.fromEntries(Array.from({ length: 30 }, (_, i) => ['key' + i, i]))
show(() => assert.partialDeepStrictEqual(big, { key3: 3, key20: 21 }))
show(() => assert.partialDeepStrictEqual(big, { ...big, key20: 21 }))
const ring = { x: 1 }
ring.self = ring
show(() => assert.partialDeepStrictEqual(ring, { self: { self: { x: 1 } } }))
show(() => assert.partialDeepStrictEqual(ring, { self: { self: { x: 2 } } }))
