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

show(() => assert.equal(1, 1))
show(() => assert.equal(1, '1'))
show(() => assert.equal(NaN, NaN))
show(() => assert.equal(null, undefined))
show(() => assert.equal(1, true))
show(() => assert.equal(1, 2))
show(() => assert.equal('a', 'b'))
show(() => assert.equal('a\nb', 'b'))
show(() => assert.equal({}, {}))
show(() => assert.equal({ a: 1, b: [1] }, { a: 1 }))
show(() => assert.equal([], ''))
show(() => assert.equal([1], 1))
show(() => assert.equal(0, null))
show(() => assert.equal(NaN, 0))
show(() => assert.equal(1n, 1))
show(() => assert.equal(1n, 2))
show(() => assert.equal(Symbol('a'), Symbol('a')))
show(() => assert.equal('x'.repeat(600), 'y'.repeat(600)))
show(() => assert.equal('x'.repeat(510), 'y'.repeat(511)))
show(() => assert.equal('x'.repeat(509), 'é'.repeat(513)))
show(() => assert.equal('𝒳'.repeat(300), '𝒴'.repeat(255)))
show(() => assert.equal('x' + '𝒳'.repeat(300), ''))
show(() => assert.notEqual(1, 2))
show(() => assert.notEqual(1, 1))
show(() => assert.notEqual(1, '1'))
show(() => assert.notEqual(NaN, NaN))
show(() => assert.notEqual(null, undefined))
show(() => assert.notEqual('a\nb', 'a\nb'))
const o = { a: 1 }
show(() => assert.notEqual(o, o))
show(() => assert.notEqual(o, { a: 1 }))
show(() => assert.equal(1))
show(() => assert.notEqual())
