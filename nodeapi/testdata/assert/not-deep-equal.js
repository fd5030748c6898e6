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

show(() => assert.notDeepEqual({ a: 1 }, { a: 2 }))
show(() => assert.notDeepEqual({ a: 1 }, { a: 1 }))
show(() => assert.notDeepEqual({ a: 1 }, { a: '1' }))
show(() => assert.notDeepEqual(1, '1'))
show(() => assert.notDeepEqual([1, 2], [1, 2]))
show(() => assert.notDeepEqual([1, 2], ['1', 2]))
show(() => assert.notDeepEqual('a', 'a'))
show(() => assert.notDeepEqual(new Map([[1, 2]]), new Map([['1', 2]])))
show(() => assert.notDeepEqual(Array.from({ length: 300 }, (_, i) => i), Array.from({ length: 300 }, (_, i) => i)))
show(() => assert.notDeepEqual(Array.from({ length: 300 }, (_, i) => i), Array.from({ length: 300 }, (_, i) => String(i))))
show(() => assert.notDeepEqual(Array.from({ length: 60 }, (_, i) => i), Array.from({ length: 60 }, (_, i) => i)))
show(() => assert.notDeepEqual(new Error('a'), new Error('a')))
show(() => assert.notDeepEqual(null, undefined))
show(() => assert.notDeepEqual([5], [null]))
show(() => assert.notDeepEqual(1))
show(() => assert.notDeepStrictEqual({ a: 1 }, { a: 2 }))
show(() => assert.notDeepStrictEqual({ a: 1 }, { a: 1 }))
show(() => assert.notDeepStrictEqual({ a: 1 }, { a: '1' }))
show(() => assert.notDeepStrictEqual(1, 1))
show(() => assert.notDeepStrictEqual('a', 'a'))
show(() => assert.notDeepStrictEqual('abcdef', 'abcdef'))
show(() => assert.notDeepStrictEqual('a\nb', 'a\nb'))
show(() => assert.notDeepStrictEqual([1, [2]], [1, [2]]))
show(() => assert.notDeepStrictEqual(Array.from({ length: 60 }, (_, i) => i), Array.from({ length: 60 }, (_, i) => i)))
show(() => assert.notDeepStrictEqual(new Map([[{ a: 1 }, new Set([1])]]), new Map([[{ a: 1 }, new Set([1])]])))
show(() => assert.notDeepStrictEqual(new Date(0), new Date(0)))
show(() => assert.notDeepStrictEqual(new Error('a'), new Error('a')))
show(() => assert.notDeepStrictEqual(undefined, undefined))
show(() => assert.notDeepStrictEqual())
