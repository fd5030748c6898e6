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
show(() => assert.doesNotThrow(() => {}))
show(() => assert.doesNotThrow(fail(new Error('x'))))
show(() => assert.doesNotThrow(fail(new Error('x')), 'mine'))
show(() => assert.doesNotThrow(fail(new Error('x')), Error))
show(() => assert.doesNotThrow(fail(new Error('x')), Error, 'mine'))
show(() => assert.doesNotThrow(fail(new Error('x')), TypeError))
show(() => assert.doesNotThrow(fail(new Error('x')), /x/))
show(() => assert.doesNotThrow(fail(new Error('x')), /y/))
show(() => assert.doesNotThrow(fail(new Error('x')), () => true))
show(() => assert.doesNotThrow(fail(new Error('x')), () => false))
show(() => assert.doesNotThrow(fail(new Error('x')), {}))
show(() => assert.doesNotThrow(fail(new Error('x')), { message: 'x' }))
show(() => assert.doesNotThrow(fail(new Error('x')), 5))
show(() => assert.doesNotThrow(fail(new Error('x')), null))
show(() => assert.doesNotThrow(fail({ message: 'plain' })))
show(() => assert.doesNotThrow(fail('text')))
for (const value of [undefined, null, 0]) show(() => assert.doesNotThrow(fail(value), () => true))
for (const bad of [undefined, null, 5, 'x', {}, Promise.resolve()]) show(() => assert.doesNotThrow(bad))
try { assert.doesNotThrow(fail('text'), /other/) } catch (e) { console.log(typeof e, e) }
