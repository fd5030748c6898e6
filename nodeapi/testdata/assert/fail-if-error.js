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

show(() => assert.fail())
show(() => assert.fail('text'))
show(() => assert.fail('text %s', 'x'))
show(() => assert.fail(''))
show(() => assert.fail(null))
show(() => assert.fail(5))
show(() => assert.fail({ a: 1 }))
show(() => assert.fail(new TypeError('given')))
show(() => assert.fail('a', 'b', 'c', 'd'))
show(() => assert.ifError(null))
show(() => assert.ifError(undefined))
for (const v of [0, '', false, 'text', 5, {}, { message: 'm' }, { message: '' }, { message: 5 }, [], Symbol('s'), 1n, () => {}, new Date(0), /x/]) show(() => assert.ifError(v))
show(() => assert.ifError(new Error('an error')))
show(() => assert.ifError(new TypeError()))
show(() => assert.ifError(Object.create(null)))
show(() => assert.ifError(Object.assign(Object.create(null), { message: '' })))
const e1 = new Error('first')
e1.stack = 'Error: first\n    at one (a.js:1:1)\n    at two (b.js:2:2)'
try { assert.ifError(e1) } catch (e) {
  const lines = e.stack.split('\n')
  console.log(lines[0], lines.slice(-2), e.actual === e1, e.expected, e.operator, e.generatedMessage)
}
e1.stack = 'no frames'
try { assert.ifError(e1) } catch (e) { console.log(e.stack.split('\n')[0]) }
e1.stack = 5
try { assert.ifError(e1) } catch (e) { console.log(e.stack.split('\n')[0]) }
