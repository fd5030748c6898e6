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

show(() => assert.partialDeepStrictEqual([1, 2, 3], [1, 3]))
show(() => assert.partialDeepStrictEqual([1, 2, 3], [3, 1]))
show(() => assert.partialDeepStrictEqual([1, 2, 3], []))
show(() => assert.partialDeepStrictEqual([], [1]))
show(() => assert.partialDeepStrictEqual([1, 2], [1, 2, 3]))
show(() => assert.partialDeepStrictEqual([1, 1, 2], [1, 2]))
show(() => assert.partialDeepStrictEqual([1, 2], [1, 1]))
show(() => assert.partialDeepStrictEqual([{ a: 1, b: 2 }, { c: 3 }], [{ a: 1 }]))
show(() => assert.partialDeepStrictEqual([{ a: 1, b: 2 }, { c: 3 }], [{ c: 3 }, { a: 1 }]))
show(() => assert.partialDeepStrictEqual([{ a: 1, b: 2 }, { c: 3, d: 4 }], [{ a: 1 }, { d: 4 }]))
show(() => assert.partialDeepStrictEqual([[1, 2, 3], [4, 5, 6]], [[1, 3], [5]]))
show(() => assert.partialDeepStrictEqual([[1, 2, 3], [4, 5, 6]], [[1, 3], [7]]))
show(() => assert.partialDeepStrictEqual([1, , 3], [1, 3]))
show(() => assert.partialDeepStrictEqual([1, , 3], [1, , 3]))
show(() => assert.partialDeepStrictEqual([1, 2, 3], [1, , 3]))
show(() => assert.partialDeepStrictEqual([1, , 3, 4], [1, , 4]))
show(() => assert.partialDeepStrictEqual([, , 3], [, 3]))
show(() => assert.partialDeepStrictEqual([undefined, 3], [3]))
show(() => assert.partialDeepStrictEqual([undefined, 3], [undefined]))
show(() => assert.partialDeepStrictEqual([null], [undefined]))
show(() => assert.partialDeepStrictEqual(Object.assign([1, 2], { a: 1 }), [2]))
show(() => assert.partialDeepStrictEqual(Object.assign([1, 2], { a: 1 }), Object.assign([2], { a: 1 })))
show(() => assert.partialDeepStrictEqual([1, 2], Object.assign([2], { a: 1 })))
show(() => assert.partialDeepStrictEqual([1, 2], { 0: 1 }))
show(() => assert.partialDeepStrictEqual({ 0: 1, length: 1 }, [1]))
show(() => assert.partialDeepStrictEqual(['a', 'b', 'c', 'd'], ['b', 'd']))
show(() => assert.partialDeepStrictEqual(['a', 'b', 'c', 'd'], ['b', 'e']))
show(() => assert.partialDeepStrictEqual([0], [-0]))
show(() => assert.partialDeepStrictEqual([NaN, 1], [NaN]))
