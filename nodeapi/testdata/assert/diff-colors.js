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

process.env.FORCE_COLOR = '1'
const json = (f) => { n++; try { f(); console.log(n + ' passes') } catch (e) { console.log(n + ' ' + JSON.stringify(e.message)) } }
json(() => assert.strictEqual(1, 2))
json(() => assert.strictEqual(1000000, 20000000))
json(() => assert.strictEqual('a', 'b'))
json(() => assert.strictEqual('a long string one', 'a long string two'))
json(() => assert.strictEqual('a\nb', 'a\nc'))
json(() => assert.deepStrictEqual({ a: 1, b: 2 }, { a: 1, b: 3 }))
json(() => assert.deepStrictEqual(Array.from({ length: 30 }, (_, i) => i), Array.from({ length: 30 }, (_, i) => i === 15 ? -1 : i)))
json(() => assert.partialDeepStrictEqual({ a: 1, b: 2 }, { b: 3 }))
json(() => assert.notStrictEqual(1, 1))
const long = Array.from({ length: 60 }, (_, i) => i)
json(() => assert.notStrictEqual(long, long))
json(() => assert.deepEqual({ a: 1 }, { a: 2 }))
json(() => assert.strictEqual({}, {}))
json(() => assert.strictEqual(1, 'a long string'))
json(() => assert.deepStrictEqual([1], [2]))
process.env.FORCE_COLOR = '0'
json(() => assert.deepStrictEqual([1], [2]))
process.env.FORCE_COLOR = '3'
json(() => assert.deepStrictEqual([1], [2]))
