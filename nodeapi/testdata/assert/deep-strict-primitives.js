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

show(() => assert.deepStrictEqual(1, 1))
show(() => assert.deepStrictEqual(1, 2))
show(() => assert.deepStrictEqual(1, '1'))
show(() => assert.deepStrictEqual(NaN, NaN))
show(() => assert.deepStrictEqual(0, -0))
show(() => assert.deepStrictEqual([0], [-0]))
show(() => assert.deepStrictEqual({ a: NaN }, { a: NaN }))
show(() => assert.deepStrictEqual('a', 'b'))
show(() => assert.deepStrictEqual('a longer text', 'a longer test'))
show(() => assert.deepStrictEqual('a\nb', 'a\nc'))
show(() => assert.deepStrictEqual(null, undefined))
show(() => assert.deepStrictEqual(null, {}))
show(() => assert.deepStrictEqual({}, null))
show(() => assert.deepStrictEqual(undefined, []))
show(() => assert.deepStrictEqual(1n, 1n))
show(() => assert.deepStrictEqual(1n, 1))
show(() => assert.deepStrictEqual(Symbol.for('a'), Symbol.for('a')))
show(() => assert.deepStrictEqual(Symbol('a'), Symbol('a')))
show(() => assert.deepStrictEqual([Symbol('a')], [Symbol('a')]))
const f = () => 1
show(() => assert.deepStrictEqual(f, f))
show(() => assert.deepStrictEqual(f, () => 1))
show(() => assert.deepStrictEqual({ f }, { f }))
show(() => assert.deepStrictEqual({ f }, { f: () => 1 }))
show(() => assert.deepStrictEqual([1, '2', true, null, undefined, 3n], [1, 2, 'true', undefined, null, 3]))
show(() => assert.deepStrictEqual(true, 1))
show(() => assert.deepStrictEqual(1))
