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

const fail = (e) => () => { throw e }
show(() => assert.throws(fail(new Error('x'))))
show(() => assert.throws(() => {}))
show(() => assert.throws(() => {}, 'custom'))
show(() => assert.throws(() => {}, Error))
show(() => assert.throws(() => {}, TypeError, 'with message'))
show(() => assert.throws(() => {}, /x/))
show(() => assert.throws(() => {}, /x/, 'with message'))
show(() => assert.throws(() => {}, { message: 'x' }))
show(() => assert.throws(() => {}, { name: 'Named' }))
show(() => assert.throws(() => {}, new RangeError('x')))
show(() => assert.throws(() => {}, function check() {}))
show(() => assert.throws(() => {}, () => {}))
show(() => assert.throws(() => {}, undefined, 'text'))
show(() => assert.throws(() => {}, null))
show(() => assert.throws(() => {}, ''))
show(() => assert.throws(fail(undefined)))
show(() => assert.throws(fail(null)))
show(() => assert.throws(fail(0), 'text'))
show(() => assert.throws(fail('x'), 'x'))
show(() => assert.throws(fail(new Error('x')), 'x'))
show(() => assert.throws(fail(new Error('x')), 'y'))
show(() => assert.throws(fail({ message: 'x' }), 'x'))
show(() => assert.throws(fail(new Error('x')), 'a', 'b'))
show(() => assert.throws(fail(new Error('x')), 'a', undefined))
for (const bad of [undefined, null, 5, 'x', {}, [], /x/, Promise.resolve()]) show(() => assert.throws(bad))
for (const bad of [5, true, Symbol('a'), 1n]) show(() => assert.throws(fail(new Error('x')), bad))
try { assert.throws(fail(new Error('x')), () => { throw new Error('from the validation') }) } catch (e) { console.log(e.message, e instanceof assert.AssertionError) }
