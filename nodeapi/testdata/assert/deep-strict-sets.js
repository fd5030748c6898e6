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

show(() => assert.deepStrictEqual(new Set([1, 2]), new Set([2, 1])))
show(() => assert.deepStrictEqual(new Set([1, 2]), new Set([1, 3])))
show(() => assert.deepStrictEqual(new Set([1]), new Set(['1'])))
show(() => assert.deepStrictEqual(new Set([1, 2]), new Set([1])))
show(() => assert.deepStrictEqual(new Set([{ a: 1 }, { b: 2 }]), new Set([{ b: 2 }, { a: 1 }])))
show(() => assert.deepStrictEqual(new Set([{ a: 1 }, { b: 2 }]), new Set([{ b: 2 }, { a: 2 }])))
show(() => assert.deepStrictEqual(new Set([{ a: 1 }, { a: 1 }]), new Set([{ a: 1 }, { a: 2 }])))
show(() => assert.deepStrictEqual(new Set([[1, 2], [3, 4], [5, 6]]), new Set([[5, 6], [3, 4], [1, 2]])))
show(() => assert.deepStrictEqual(new Set([[1, 2], [3, 4], [5, 6], [7]]), new Set([[7], [1, 2], [5, 6], [3, 4]])))
show(() => assert.deepStrictEqual(new Set([[1, 2], [3, 4], [5, 6], [7]]), new Set([[7], [1, 2], [5, 6], [3, 5]])))
show(() => assert.deepStrictEqual(new Set([NaN]), new Set([NaN])))
show(() => assert.deepStrictEqual(new Set([0]), new Set([-0])))
show(() => assert.deepStrictEqual(new Set([null, undefined]), new Set([undefined, null])))
show(() => assert.deepStrictEqual(new Set([null, {}]), new Set([{}, null])))
show(() => assert.deepStrictEqual(new Set([null, {}, []]), new Set([[], undefined, {}])))
show(() => assert.deepStrictEqual(new Set([1, {}, 'a']), new Set(['a', {}, 1])))
show(() => assert.deepStrictEqual(new Set([1, {}, 'a']), new Set(['a', {}, 2])))
show(() => assert.deepStrictEqual(new Set([new Set([1]), new Set([2])]), new Set([new Set([2]), new Set([1])])))
show(() => assert.deepStrictEqual(new Set([new Set([1]), new Set([2])]), new Set([new Set([2]), new Set([3])])))
const shared = { x: 1 }
show(() => assert.deepStrictEqual(new Set([shared, { y: 1 }]), new Set([{ y: 1 }, shared])))
show(() => assert.deepStrictEqual(new Set([shared, { x: 1 }]), new Set([{ x: 1 }, shared])))
show(() => assert.deepStrictEqual(new Set([Symbol.for('a')]), new Set([Symbol.for('a')])))
show(() => assert.deepStrictEqual(new Set(['ab', 'cd']), new Set(['ab', 'ce'])))
show(() => assert.deepStrictEqual(new Set([() => {}]), new Set([() => {}])))
show(() => assert.deepStrictEqual(new Set(), new Map()))
show(() => assert.deepStrictEqual(new Set(), []))
show(() => assert.deepStrictEqual([], new Set()))
show(() => assert.deepStrictEqual(new Set([1n]), new Set([1])))
const p = Promise.resolve(1)
show(() => assert.deepStrictEqual(new Set([p]), new Set([p])))
show(() => assert.deepStrictEqual(new Set([p, {}]), new Set([p, {}])))
show(() => assert.deepStrictEqual(new Set(Array.from({ length: 40 }, (_, i) => i)), new Set(Array.from({ length: 40 }, (_, i) => i === 20 ? -1 : i))))
class S extends Set {}
show(() => assert.deepStrictEqual(new S([1]), new Set([1])))
