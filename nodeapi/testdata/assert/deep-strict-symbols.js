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

const a = Symbol('a')
const b = Symbol('b')
show(() => assert.deepStrictEqual({ [a]: 1 }, { [a]: 1 }))
show(() => assert.deepStrictEqual({ [a]: 1 }, { [a]: 2 }))
show(() => assert.deepStrictEqual({ [a]: 1 }, { [b]: 1 }))
show(() => assert.deepStrictEqual({ [a]: 1 }, {}))
show(() => assert.deepStrictEqual({ [a]: 1, x: 1 }, { x: 1, [a]: 1 }))
show(() => assert.deepStrictEqual({ [a]: 1, [b]: 2 }, { [b]: 2, [a]: 1 }))
show(() => assert.deepStrictEqual({ [a]: { [b]: 1 } }, { [a]: { [b]: 2 } }))
show(() => assert.deepStrictEqual(Object.assign([1], { [a]: 1 }), Object.assign([1], { [a]: 1 })))
show(() => assert.deepStrictEqual(Object.assign([1], { [a]: 1 }), [1]))
show(() => assert.deepStrictEqual(Object.assign(new Map(), { [a]: 1 }), new Map()))
show(() => assert.deepStrictEqual(Object.assign(new Uint8Array(1), { [a]: 1 }), new Uint8Array(1)))
show(() => assert.deepStrictEqual(Object.assign(new Error('x'), { [a]: 1 }), new Error('x')))
const hidden = (o, k) => Object.defineProperty(o, k, { value: 1, enumerable: false })
show(() => assert.deepStrictEqual(hidden({}, a), {}))
show(() => assert.deepStrictEqual(hidden({}, 'x'), {}))
show(() => assert.deepStrictEqual(hidden({}, 'x'), { x: 1 }))
show(() => assert.deepStrictEqual({ x: 1 }, hidden({}, 'x')))
show(() => assert.deepEqual({ [a]: 1 }, { [b]: 1 }))
show(() => assert.deepEqual({ [a]: 1 }, {}))
show(() => assert.deepEqual([1], Object.assign([1], { [a]: 1 })))
show(() => assert.deepStrictEqual({ [Symbol.iterator]: 1 }, { [Symbol.iterator]: 2 }))
show(() => assert.deepStrictEqual({ 2: 'b', 1: 'a', z: 1, y: 2 }, { y: 2, z: 1, 1: 'a', 2: 'b' }))
show(() => assert.deepStrictEqual({ 2: 'b', 1: 'a', z: 1, y: 2 }, { y: 2, z: 1, 1: 'a', 2: 'c' }))
show(() => assert.deepStrictEqual({ 'a-b': 1, 'c d': 2, 3: 3 }, { 'a-b': 1, 'c d': 3, 3: 3 }))
show(() => assert.deepStrictEqual({ ['__proto__']: 1 }, { ['__proto__']: 2 }))
