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
class MyError extends Error {}
class Other {}
show(() => assert.throws(fail(new Error('some text')), /text/))
show(() => assert.throws(fail(new Error('some text')), /^Error: some/))
show(() => assert.throws(fail(new Error('some text')), /other/))
show(() => assert.throws(fail(new Error('some text')), /other/, 'mine'))
show(() => assert.throws(fail('a string'), /string/))
show(() => assert.throws(fail('a string'), /number/))
show(() => assert.throws(fail(undefined), /undefined/))
show(() => assert.throws(fail({ a: 1 }), /x/))
show(() => assert.throws(fail(new Error('multi\nline')), /x/))
show(() => assert.throws(fail(new TypeError('x')), TypeError))
show(() => assert.throws(fail(new TypeError('x')), Error))
show(() => assert.throws(fail(new TypeError('x')), RangeError))
show(() => assert.throws(fail(new TypeError('x')), RangeError, 'mine'))
show(() => assert.throws(fail(new TypeError('')), RangeError))
show(() => assert.throws(fail(new MyError('x')), MyError))
show(() => assert.throws(fail(new Error('x')), MyError))
show(() => assert.throws(fail(new (class MyError extends Error {})('x')), MyError))
show(() => assert.throws(fail('text'), TypeError))
show(() => assert.throws(fail(5), TypeError))
show(() => assert.throws(fail(null), TypeError))
show(() => assert.throws(fail({ a: { b: 1 } }), TypeError))
show(() => assert.throws(fail([1, 2]), TypeError))
show(() => assert.throws(fail(new Other()), Other))
show(() => assert.throws(fail(new Error('x')), class extends Error {}))
show(() => assert.throws(fail(Object.assign(new Error('x'), { constructor: undefined })), MyError))
show(() => assert.throws(fail(Object.assign(Object.create(Error.prototype), { message: 'fake' })), TypeError))
show(() => assert.throws(fail(Object.assign(new Error('x'), { name: 'Renamed' })), TypeError))
show(() => assert.throws(fail(new Error('x')), Error))
