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
show(() => assert.throws(fail(new Error('a')), (e) => e.message === 'a'))
show(() => assert.throws(fail(new Error('a')), (e) => true))
show(() => assert.throws(fail(new Error('a')), (e) => false))
show(() => assert.throws(fail(new Error('a')), (e) => {}))
show(() => assert.throws(fail(new Error('a')), (e) => 1))
show(() => assert.throws(fail(new Error('a')), (e) => 'text'))
show(() => assert.throws(fail(new Error('a')), (e) => ({ a: [1, { b: 2 }] })))
show(() => assert.throws(fail(new Error('a')), function check(e) { return false }))
show(() => assert.throws(fail(new Error('a')), function check(e) { return false }, 'mine'))
show(() => assert.throws(fail('text'), function check(e) { return false }))
show(() => assert.throws(fail(undefined), (e) => e === undefined))
show(() => assert.throws(fail(new Error('a')), function () { console.log(this, arguments.length); return true }))
show(() => assert.throws(fail(new Error('a\nb')), function multi() { return null }))
show(() => assert.throws(fail(Object.assign(new Error('a'), { name: 'Custom' })), async () => true))
show(() => assert.throws(() => assert.throws(() => {})))
show(() => assert.throws(() => assert.throws(() => {}), assert.AssertionError))
show(() => assert.throws(() => assert.strictEqual(1, 2), { code: 'ERR_ASSERTION', operator: 'strictEqual' }))
show(() => assert.throws(() => assert.strictEqual(1, 2), /1 !== 2/))
show(() => assert.throws(() => { null.x }, TypeError))
show(() => assert.throws(() => { undefinedName }, ReferenceError))
show(() => assert.throws(() => { undefinedName }, { name: 'ReferenceError', message: 'undefinedName is not defined' }))
show(() => assert.throws(() => { throw fail }, fail))
