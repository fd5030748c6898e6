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

show(() => assert.deepStrictEqual(new Map([[1, 2]]), new Map([[1, 2]])))
show(() => assert.deepStrictEqual(new Map([[1, 2]]), new Map([[1, 3]])))
show(() => assert.deepStrictEqual(new Map([[1, 2]]), new Map([[2, 2]])))
show(() => assert.deepStrictEqual(new Map([[1, 2], [3, 4]]), new Map([[3, 4], [1, 2]])))
show(() => assert.deepStrictEqual(new Map([[1, 2]]), new Map([['1', 2]])))
show(() => assert.deepStrictEqual(new Map([[{}, 1]]), new Map([[{}, 1]])))
show(() => assert.deepStrictEqual(new Map([[{ a: 1 }, 1], [{ b: 1 }, 2]]), new Map([[{ b: 1 }, 2], [{ a: 1 }, 1]])))
show(() => assert.deepStrictEqual(new Map([[{ a: 1 }, 1], [{ b: 1 }, 2]]), new Map([[{ b: 1 }, 1], [{ a: 1 }, 2]])))
show(() => assert.deepStrictEqual(new Map([[[1], 1], [[2], 2], [[3], 3]]), new Map([[[3], 3], [[1], 1], [[2], 2]])))
show(() => assert.deepStrictEqual(new Map([[[1], 1], [[2], 2], [[3], 3]]), new Map([[[3], 3], [[1], 1], [[2], 'x']])))
show(() => assert.deepStrictEqual(new Map([['a', new Map([['b', [1]]])]]), new Map([['a', new Map([['b', [1]]])]])))
show(() => assert.deepStrictEqual(new Map([['a', new Map([['b', [1]]])]]), new Map([['a', new Map([['b', [2]]])]])))
show(() => assert.deepStrictEqual(new Map([['a', undefined]]), new Map([['b', undefined]])))
show(() => assert.deepStrictEqual(new Map([['a', undefined]]), new Map()))
show(() => assert.deepStrictEqual(new Map([[NaN, 1], [0, 2]]), new Map([[NaN, 1], [-0, 2]])))
show(() => assert.deepStrictEqual(new Map([[null, 1], [undefined, 2]]), new Map([[undefined, 2], [null, 1]])))
show(() => assert.deepStrictEqual(new Map([[null, 1], [{}, 2]]), new Map([[null, 1], [{}, 2]])))
show(() => assert.deepStrictEqual(new Map([[Symbol.for('a'), 1]]), new Map([[Symbol.for('a'), 1]])))
show(() => assert.deepStrictEqual(new Map([[Symbol('a'), 1]]), new Map([[Symbol('a'), 1]])))
const f = () => {}
show(() => assert.deepStrictEqual(new Map([[f, 1], [{}, 2]]), new Map([[{}, 2], [f, 1]])))
show(() => assert.deepStrictEqual(new Map([[f, 1]]), new Map([[() => {}, 1]])))
const withProp = (m, o) => Object.assign(m, o)
show(() => assert.deepStrictEqual(withProp(new Map([[1, 2]]), { a: 1 }), new Map([[1, 2]])))
show(() => assert.deepStrictEqual(withProp(new Map([[1, 2]]), { a: 1 }), withProp(new Map([[1, 2]]), { a: 1 })))
show(() => assert.deepStrictEqual(withProp(new Map(), { a: 1 }), withProp(new Map(), { a: 2 })))
show(() => assert.deepStrictEqual(new Map(), new Map()))
show(() => assert.deepStrictEqual(new Map(), new Set()))
show(() => assert.deepStrictEqual(new Map(), {}))
show(() => assert.deepStrictEqual({}, new Map()))
const p = Promise.resolve(1)
show(() => assert.deepStrictEqual(new Map([[p, 1]]), new Map([[p, 1]])))
show(() => assert.deepStrictEqual(new Map([[p, 1], [{}, 1]]), new Map([[p, 1], [{}, 1]])))
show(() => assert.deepStrictEqual(new Map(Array.from({ length: 40 }, (_, i) => [i, { v: i }])), new Map(Array.from({ length: 40 }, (_, i) => [i, { v: i === 20 ? -1 : i }]))))
