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

const withExtra = (a, o) => Object.assign(a, o)
show(() => assert.deepStrictEqual([1, 2, 3], [1, 2, 3]))
show(() => assert.deepStrictEqual([1, 2, 3], [1, 2]))
show(() => assert.deepStrictEqual([1, 2], [1, 2, 3]))
show(() => assert.deepStrictEqual([], [1]))
show(() => assert.deepStrictEqual([1], []))
show(() => assert.deepStrictEqual([[]], [[[]]]))
show(() => assert.deepStrictEqual([1, 2, 3, 4], [4, 3, 2, 1]))
show(() => assert.deepStrictEqual([1, , 3], [1, , 3]))
show(() => assert.deepStrictEqual([1, , 3], [1, undefined, 3]))
show(() => assert.deepStrictEqual([1, undefined, 3], [1, , 3]))
show(() => assert.deepStrictEqual([, ,], [, ,]))
show(() => assert.deepStrictEqual([, ,], [,]))
show(() => assert.deepStrictEqual(new Array(3), [undefined, undefined, undefined]))
show(() => assert.deepStrictEqual(withExtra([1], { a: 1 }), withExtra([1], { a: 1 })))
show(() => assert.deepStrictEqual(withExtra([1], { a: 1 }), withExtra([1], { a: 2 })))
show(() => assert.deepStrictEqual(withExtra([1], { a: 1 }), [1]))
show(() => assert.deepStrictEqual(withExtra([1], { '-1': 1 }), withExtra([1], { '-1': 1 })))
show(() => assert.deepStrictEqual(withExtra([, 1], { a: 1 }), withExtra([, 1], { a: 1 })))
show(() => assert.deepStrictEqual(withExtra([, 1], { a: 1 }), withExtra([, 2], { a: 1 })))
show(() => assert.deepStrictEqual([1, [2, [3, [4, [5]]]]], [1, [2, [3, [4, [6]]]]]))
show(() => assert.deepStrictEqual(Array.from({ length: 20 }, (_, i) => i), Array.from({ length: 20 }, (_, i) => i === 10 ? 'x' : i)))
show(() => assert.deepStrictEqual(Array.from({ length: 20 }, (_, i) => ({ id: i })), Array.from({ length: 20 }, (_, i) => ({ id: i === 10 ? 'x' : i }))))
const big = new Array(1000)
big[999] = 1
const big2 = new Array(1000)
big2[999] = 2
show(() => assert.deepStrictEqual(big, big2))
show(() => assert.deepStrictEqual(big, big.slice()))
show(() => assert.deepStrictEqual([NaN, -0], [NaN, -0]))
show(() => assert.deepStrictEqual([null], [undefined]))
show(() => assert.deepStrictEqual(['a', 'b'], ['b', 'a']))
show(() => assert.deepStrictEqual([{ a: 1 }, { b: 2 }], [{ b: 2 }, { a: 1 }]))
const frozen = Object.freeze([1, 2])
show(() => assert.deepStrictEqual(frozen, [1, 2]))
const hidden = [1]
Object.defineProperty(hidden, 'x', { value: 1, enumerable: false })
show(() => assert.deepStrictEqual(hidden, [1]))
