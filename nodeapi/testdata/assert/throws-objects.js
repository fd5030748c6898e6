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
const error = (message, props) => Object.assign(new Error(message), props)
show(() => assert.throws(fail(error('a', { code: 1 })), { message: 'a' }))
show(() => assert.throws(fail(error('a', { code: 1 })), { message: 'a', code: 1 }))
show(() => assert.throws(fail(error('a', { code: 1 })), { message: 'b' }))
show(() => assert.throws(fail(error('a', { code: 1 })), { message: 'a', code: 2 }))
show(() => assert.throws(fail(error('a', { code: 1 })), { code: 2, name: 'TypeError', message: 'a' }))
show(() => assert.throws(fail(error('a')), { name: 'Error', message: 'a', info: { x: 1 } }))
show(() => assert.throws(fail(error('a', { info: { x: 2 } })), { info: { x: 1 } }))
show(() => assert.throws(fail(error('a', { info: { x: 1 } })), { info: { x: 1 } }))
show(() => assert.throws(fail(error('some text')), { message: /text/ }))
show(() => assert.throws(fail(error('some text')), { message: /none/ }))
show(() => assert.throws(fail(error('some text')), { message: /text/, name: 'Other' }))
show(() => assert.throws(fail(error('a')), { message: 'b' }, 'mine'))
show(() => assert.throws(fail(error('a')), {}))
show(() => assert.throws(fail(error('a')), []))
show(() => assert.throws(fail(error('a')), new Error('a')))
show(() => assert.throws(fail(error('a')), new Error('b')))
show(() => assert.throws(fail(error('a')), new TypeError('a')))
show(() => assert.throws(fail(error('a')), error('a', { code: 5 })))
show(() => assert.throws(fail(error('a', { code: 5 })), new Error('a')))
show(() => assert.throws(fail({ message: 'plain', x: 1 }), { message: 'plain' }))
show(() => assert.throws(fail({ message: 'plain', x: 1 }), { message: 'other' }))
show(() => assert.throws(fail({ x: 1 }), { y: undefined }))
show(() => assert.throws(fail('text'), { message: 'text' }))
show(() => assert.throws(fail(5), { message: 'text' }))
show(() => assert.throws(fail(null), { message: 'text' }, 'mine'))
show(() => assert.throws(fail(undefined), { a: 1 }))
show(() => assert.throws(fail(error('multi\nline\ntext')), { message: 'multi\nline\ntest' }))
show(() => assert.throws(fail(error('a', { list: Array.from({ length: 20 }, (_, i) => i) })), { list: Array.from({ length: 20 }, (_, i) => i === 10 ? -1 : i) }))
show(() => assert.throws(fail(error('a', { re: 'abc' })), { re: /b/ }))
show(() => assert.throws(fail(error('a', { re: /b/ })), { re: /b/ }))
show(() => assert.throws(fail(error('a', { re: 5 })), { re: /5/ }))
try {
  assert.throws(fail(error('a', { code: 1 })), { message: 'b' })
} catch (e) {
  console.log(e.actual.message, Object.keys(e.expected), e.operator, e.generatedMessage)
}
