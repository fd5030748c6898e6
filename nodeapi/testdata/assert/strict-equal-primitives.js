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

show(() => assert.strictEqual(1, 1))
show(() => assert.strictEqual(1, 2))
show(() => assert.strictEqual(NaN, NaN))
show(() => assert.strictEqual(0, -0))
show(() => assert.strictEqual(-0, 0))
show(() => assert.strictEqual(0, 1))
show(() => assert.strictEqual(1, '1'))
show(() => assert.strictEqual(true, false))
show(() => assert.strictEqual(null, undefined))
show(() => assert.strictEqual(undefined, null))
show(() => assert.strictEqual(1n, 1))
show(() => assert.strictEqual(1n, 2n))
show(() => assert.strictEqual(123456789012345678901234567890n, 2n))
show(() => assert.strictEqual(Symbol('a'), Symbol('a')))
show(() => assert.strictEqual(Symbol.iterator, Symbol.iterator))
show(() => assert.strictEqual(123456, 1234567))
show(() => assert.strictEqual(1234567, 1234568))
show(() => assert.strictEqual(0.1 + 0.2, 0.3))
show(() => assert.strictEqual(1e21, 1e22))
show(() => assert.strictEqual(Infinity, -Infinity))
show(() => assert.strictEqual(undefined, 'undefined'))
show(() => assert.strictEqual(null, 'a rather long string'))
show(() => assert.strictEqual(5, {}))
show(() => assert.strictEqual({}, 5))
show(() => assert.strictEqual([1, 2], '1,2'))
show(() => assert.strictEqual(false, []))
show(() => assert.strictEqual(1))
show(() => assert.strictEqual())
