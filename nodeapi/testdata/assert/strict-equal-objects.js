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

class A { constructor() { this.a = 1 } }
class B { constructor() { this.a = 1 } }
show(() => assert.strictEqual({}, {}))
show(() => assert.strictEqual([], []))
show(() => assert.strictEqual({ a: 1 }, { a: 1 }))
show(() => assert.strictEqual({ a: 1 }, { a: 2 }))
show(() => assert.strictEqual({ a: 1, b: { c: [1, 2] } }, { a: 1, b: { c: [1, 3] } }))
show(() => assert.strictEqual(new A(), new A()))
show(() => assert.strictEqual(new A(), new B()))
show(() => assert.strictEqual([1, 2, 3], [1, 2, 3]))
show(() => assert.strictEqual([1, 2, 3], [1, 2, 4]))
show(() => assert.strictEqual(new Map([[1, 2]]), new Map([[1, 2]])))
show(() => assert.strictEqual(new Set([1]), new Set([2])))
show(() => assert.strictEqual(/a/g, /a/g))
show(() => assert.strictEqual(new Date(0), new Date(0)))
show(() => assert.strictEqual(new Date(0), new Date(1)))
show(() => assert.strictEqual(() => {}, () => {}))
show(() => assert.strictEqual(function a() {}, function b() {}))
show(() => assert.strictEqual(A, B))
show(() => assert.strictEqual(A, {}))
show(() => assert.strictEqual({}, A))
show(() => assert.strictEqual(A, 5))
show(() => assert.strictEqual({ a: 1 }, null))
show(() => assert.strictEqual(undefined, { a: 1 }))
show(() => assert.strictEqual(Array.from({ length: 60 }, (_, i) => i), Array.from({ length: 60 }, (_, i) => i)))
show(() => assert.strictEqual(Array.from({ length: 60 }, (_, i) => i), Array.from({ length: 60 }, (_, i) => -i)))
show(() => assert.strictEqual(Object.create(null), {}))
show(() => assert.strictEqual(new Number(1), 1))
show(() => assert.strictEqual(new String('abc'), 'abc'))
show(() => assert.strictEqual([undefined], [null]))
show(() => assert.strictEqual([, 1], [undefined, 1]))
