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

const lines = (n, f) => Array.from({ length: n }, (_, i) => f(i))
show(() => assert.deepStrictEqual(lines(100, (i) => i), lines(100, (i) => i * 2)))
show(() => assert.deepStrictEqual(lines(60, (i) => 'a' + i), lines(60, (i) => 'b' + i)))
show(() => assert.deepStrictEqual(lines(200, (i) => i), []))
show(() => assert.deepStrictEqual([], lines(200, (i) => i)))
show(() => assert.deepStrictEqual({ a: lines(100, (i) => i) }, { a: lines(100, (i) => i), b: 1 }))
show(() => assert.deepStrictEqual(lines(100, (i) => ({ i })), lines(100, (i) => ({ i: i % 10 ? i : -i }))))
show(() => assert.strictEqual('a\n'.repeat(100), 'b\n'.repeat(100)))
show(() => assert.strictEqual('x'.repeat(1000), 'y'.repeat(1000)))
show(() => assert.deepStrictEqual({ text: 'x'.repeat(20000) }, { text: 'x'.repeat(20001) }))
