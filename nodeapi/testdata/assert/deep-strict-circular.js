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

const ring = (x) => { const o = { x }; o.self = o; return o }
show(() => assert.deepStrictEqual(ring(1), ring(1)))
show(() => assert.deepStrictEqual(ring(1), ring(2)))
const two = (x) => { const p = { x }; const q = { p }; p.q = q; return p }
show(() => assert.deepStrictEqual(two(1), two(1)))
show(() => assert.deepStrictEqual(two(1), two(2)))
const list = (x) => { const l = [x]; l.push(l); return l }
show(() => assert.deepStrictEqual(list(1), list(1)))
show(() => assert.deepStrictEqual(list(1), list(2)))
const a = {}
a.b = { c: a }
const b = { b: {} }
b.b.c = b
show(() => assert.deepStrictEqual(a, b))
const unrolled = { b: {} }
unrolled.b.c = { b: { c: unrolled } }
show(() => assert.deepStrictEqual(a, unrolled))
show(() => assert.deepEqual(ring(1), ring('1')))
show(() => assert.deepEqual(list(1), list(2)))
const m = (x) => { const map = new Map([['x', x]]); map.set('self', map); return map }
show(() => assert.deepStrictEqual(m(1), m(1)))
show(() => assert.deepStrictEqual(m(1), m(2)))
const s = (x) => { const set = new Set([x]); set.add(set); return set }
show(() => assert.deepStrictEqual(s(1), s(1)))
show(() => assert.deepStrictEqual(s(1), s(2)))
show(() => assert.notDeepStrictEqual(ring(1), ring(1)))
show(() => assert.strictEqual(ring(1), ring(1)))
const deep = (n) => { let o = { end: n }; for (let i = 0; i < 200; i++) o = { o }; return o }
show(() => assert.deepStrictEqual(deep(1), deep(1)))
try { assert.deepStrictEqual(deep(1), deep(2)) } catch (e) { console.log(e.message.length, e.message.split('\n').length) }
const x = { y: {} }
x.y.x = x
const z = { y: {} }
z.y.x = { y: z.y }
show(() => assert.deepStrictEqual(x, z))
show(() => assert.deepStrictEqual({ a: x, b: x }, { a: z, b: z }))
const shared = { v: 1 }
show(() => assert.deepStrictEqual({ a: shared, b: shared }, { a: { v: 1 }, b: { v: 1 } }))
show(() => assert.deepStrictEqual([shared, shared], [shared, { v: 2 }]))
