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

const error = (message, props, options) => Object.assign(new Error(message, options), props)
const bare = (e) => { e.stack = String(e); return e }
show(() => assert.deepStrictEqual(new Error('a'), new Error('a')))
show(() => assert.deepStrictEqual(new Error('a'), new Error('b')))
show(() => assert.deepStrictEqual(new Error('a'), new TypeError('a')))
show(() => assert.deepStrictEqual(error('a', { code: 1 }), error('a', { code: 1 })))
show(() => assert.deepStrictEqual(error('a', { code: 1 }), error('a', { code: 2 })))
show(() => assert.deepStrictEqual(error('a', { code: 1 }), error('a')))
show(() => assert.deepStrictEqual(error('a', { name: 'X' }), error('a', { name: 'Y' })))
show(() => assert.deepStrictEqual(error('a', {}, { cause: 1 }), error('a', {}, { cause: 1 })))
show(() => assert.deepStrictEqual(error('a', {}, { cause: 1 }), error('a', {}, { cause: 2 })))
show(() => assert.deepStrictEqual(error('a', {}, { cause: 1 }), error('a')))
show(() => assert.deepStrictEqual(error('a'), error('a', {}, { cause: undefined })))
show(() => assert.deepStrictEqual(error('a', {}, { cause: new Error('c') }), error('a', {}, { cause: new Error('c') })))
show(() => assert.deepStrictEqual(error('a', {}, { cause: new Error('c') }), error('a', {}, { cause: new Error('d') })))
show(() => assert.deepStrictEqual(error('a', {}, { cause: { x: [1] } }), error('a', {}, { cause: { x: [2] } })))
show(() => assert.deepStrictEqual(new AggregateError([new Error('x')], 'm'), new AggregateError([new Error('x')], 'm')))
show(() => assert.deepStrictEqual(new AggregateError([new Error('x')], 'm'), new AggregateError([new Error('y')], 'm')))
show(() => assert.deepStrictEqual({ e: new Error('a') }, { e: new Error('a') }))
show(() => assert.deepStrictEqual(bare(new Error('a')), { message: 'a' }))
show(() => assert.deepStrictEqual({ message: 'a' }, Object.assign({ message: 'a' })))
show(() => assert.deepStrictEqual(new Error(''), new Error('')))
show(() => assert.deepStrictEqual(new Error('multi\nline'), new Error('multi\nlines')))
show(() => assert.deepStrictEqual(new RangeError('a'), new RangeError('a long message that differs')))
const fake = Object.setPrototypeOf({ message: 'a' }, Error.prototype)
show(() => assert.deepEqual(fake, bare(new Error('a'))))
show(() => assert.deepEqual(bare(new Error('a')), fake))
class E extends Error { constructor(m) { super(m); this.name = 'E' } }
show(() => assert.deepStrictEqual(new E('a'), new E('a')))
show(() => assert.deepStrictEqual(new E('a'), new E('b')))
const enumerable = (m) => Object.defineProperty(new Error(m), 'message', { enumerable: true })
show(() => assert.deepStrictEqual(enumerable('a'), enumerable('a')))
show(() => assert.deepStrictEqual(enumerable('a'), enumerable('b')))
show(() => assert.deepStrictEqual(enumerable('a'), new Error('a')))
