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

show(() => assert.deepStrictEqual(new Number(1), new Number(1)))
show(() => assert.deepStrictEqual(new Number(1), new Number(2)))
show(() => assert.deepStrictEqual(new Number(0), new Number(-0)))
show(() => assert.deepStrictEqual(new Number(NaN), new Number(NaN)))
show(() => assert.deepStrictEqual(new Number(1), 1))
show(() => assert.deepStrictEqual(1, new Number(1)))
show(() => assert.deepStrictEqual(new String('a'), new String('a')))
show(() => assert.deepStrictEqual(new String('a'), new String('b')))
show(() => assert.deepStrictEqual(new String('ab'), new String('abc')))
show(() => assert.deepStrictEqual(new String('a'), Object('a')))
show(() => assert.deepStrictEqual(Object.assign(new String('a'), { x: 1 }), new String('a')))
show(() => assert.deepStrictEqual(new Boolean(true), new Boolean(true)))
show(() => assert.deepStrictEqual(new Boolean(true), new Boolean(false)))
show(() => assert.deepStrictEqual(Object(1n), Object(1n)))
show(() => assert.deepStrictEqual(Object(1n), Object(2n)))
show(() => assert.deepStrictEqual(Object(Symbol.for('a')), Object(Symbol.for('a'))))
show(() => assert.deepStrictEqual(Object(Symbol('a')), Object(Symbol('a'))))
show(() => assert.deepStrictEqual(new Number(1), new String('1')))
show(() => assert.deepEqual(new Number(1), new String('1')))
show(() => assert.deepEqual(new Number(1), {}))
show(() => assert.deepEqual({}, new Number(1)))
show(() => assert.deepEqual(new Boolean(false), new Boolean(false)))
show(() => assert.deepEqual(new Number(0), new Number(-0)))
show(() => assert.deepStrictEqual([new Number(1)], [new Number(1)]))
show(() => assert.deepStrictEqual(Object.assign(new Number(1), { a: 1 }), Object.assign(new Number(1), { a: 2 })))
