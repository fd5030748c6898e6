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

show(() => assert.deepStrictEqual({ get a() { return 1 } }, { a: 1 }))
show(() => assert.deepStrictEqual({ get a() { return 1 } }, { get a() { return 2 } }))
show(() => assert.deepStrictEqual({ get a() { return 1 }, set a(v) {} }, { get a() { return 2 } }))
show(() => assert.deepStrictEqual({ get a() { throw new Error('getter') } }, { a: 1 }))
show(() => assert.deepStrictEqual({ set a(v) {} }, { a: undefined }))
show(() => assert.deepStrictEqual({ set a(v) {} }, { a: 1 }))
show(() => assert.deepStrictEqual(new Proxy({ a: 1 }, {}), { a: 1 }))
show(() => assert.deepStrictEqual(new Proxy({ a: 1 }, {}), { a: 2 }))
show(() => assert.deepStrictEqual(new Proxy({ a: 1 }, { get: () => 5 }), { a: 1 }))
show(() => assert.deepStrictEqual(new Proxy([1, 2], {}), [1, 2]))
show(() => assert.deepStrictEqual(new Proxy([1, 2], {}), [1, 3]))
show(() => assert.deepStrictEqual([1, 2], new Proxy([1, 2], {})))
show(() => assert.deepStrictEqual(new Proxy(new Map(), {}), new Map()))
show(() => assert.deepEqual(new Proxy(new Map(), {}), {}))
class P { get x() { return 1 } }
show(() => assert.deepStrictEqual(new P(), new P()))
show(() => assert.deepStrictEqual(new P(), { x: 1 }))
show(() => assert.deepStrictEqual({ a: 1, [require('util').inspect.custom]() { return 'custom' } }, { a: 2 }))
class Custom { constructor(v) { this.v = v } [require('util').inspect.custom]() { return 'custom' } }
show(() => assert.deepStrictEqual(new Custom(1), new Custom(2)))
show(() => assert.deepStrictEqual({ toString() { return 'a' } }, { toString() { return 'a' } }))
show(() => assert.deepStrictEqual({ valueOf() { return 1 } }, 1))
show(() => assert.deepEqual({ valueOf() { return 1 } }, 1))
show(() => assert.deepStrictEqual(globalThis === globalThis, false))
show(() => assert.deepStrictEqual(function* () {}.prototype, {}))
show(() => assert.deepStrictEqual([1, 2][Symbol.iterator](), [1, 2][Symbol.iterator]()))
