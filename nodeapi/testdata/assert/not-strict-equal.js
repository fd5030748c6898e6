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

const same = { a: 1, b: [1, 2] }
const f = () => {}
class Class {}
show(() => assert.notStrictEqual(1, 2))
show(() => assert.notStrictEqual(1, 1))
show(() => assert.notStrictEqual(NaN, NaN))
show(() => assert.notStrictEqual(0, -0))
show(() => assert.notStrictEqual(12345, 12345))
show(() => assert.notStrictEqual(123456, 123456))
show(() => assert.notStrictEqual('abc', 'abc'))
show(() => assert.notStrictEqual('abcdef', 'abcdef'))
show(() => assert.notStrictEqual('a\nb', 'a\nb'))
show(() => assert.notStrictEqual(undefined, undefined))
show(() => assert.notStrictEqual(null, null))
show(() => assert.notStrictEqual(true, true))
show(() => assert.notStrictEqual(same, same))
show(() => assert.notStrictEqual(f, f))
show(() => assert.notStrictEqual(Class, Class))
show(() => assert.notStrictEqual([], []))
const long = Array.from({ length: 70 }, (_, i) => i)
show(() => assert.notStrictEqual(long, long))
const fifty = Array.from({ length: 48 }, (_, i) => i)
show(() => assert.notStrictEqual(fifty, fifty))
const fiftyOne = Array.from({ length: 49 }, (_, i) => i)
show(() => assert.notStrictEqual(fiftyOne, fiftyOne))
show(() => assert.notStrictEqual(1))
const lines = Array.from({ length: 60 }, (_, i) => 'line ' + i).join('\n')
show(() => assert.notStrictEqual(lines, lines))
const error = new Error('e')
error.stack = 'Error: e'
show(() => assert.notStrictEqual(error, error))
