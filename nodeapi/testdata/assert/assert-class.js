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

const { Assert } = assert
show(() => Assert())
show(() => Assert({}))
for (const bad of ['x', null, 5, '', false]) show(() => new Assert({ diff: bad }))
const a = new Assert()
console.log(Object.keys(a), a instanceof Assert)
show(() => a.equal(1, '1'))
show(() => a.deepEqual([1], ['1']))
show(() => a.ok(0))
const loose = new Assert({ strict: false })
console.log(Object.keys(loose))
show(() => loose.equal(1, '1'))
show(() => loose.deepEqual([1], ['1']))
show(() => loose.deepEqual([1], [2]))
const full = new Assert({ diff: 'full' })
const long = (x) => Array.from({ length: 60 }, (_, i) => i === 30 ? x : i)
show(() => full.deepStrictEqual(long(1), long(2)))
show(() => full.strictEqual(long(1), long(1)))
const same = long(1)
show(() => full.notStrictEqual(same, same))
show(() => full.notDeepStrictEqual(long(1), long(1)))
show(() => full.equal('x'.repeat(600), 'y'.repeat(600)))
const looseFull = new Assert({ diff: 'full', strict: false })
show(() => looseFull.equal('x'.repeat(600), 'y'.repeat(600)))
show(() => looseFull.deepEqual({ a: 'x'.repeat(600) }, { a: 'y'.repeat(600) }))
show(() => looseFull.notDeepEqual({ a: 'x'.repeat(1200) }, { a: 'x'.repeat(1200) }))
try { full.strictEqual(1, 2) } catch (e) { console.log(e.diff) }
try { full.fail() } catch (e) { console.log(e.diff) }
try { full.match('a', /b/) } catch (e) { console.log(e.diff) }
try { full.ifError(1) } catch (e) { console.log(e.diff) }
try { full.throws(() => {}) } catch (e) { console.log(e.diff) }
try { full.ok(0) } catch (e) { console.log(e.diff) }
class A { constructor() { this.x = 1 } }
const shapes = new Assert({ skipPrototype: true })
show(() => shapes.deepStrictEqual(new A(), { x: 1 }))
show(() => shapes.deepStrictEqual(new A(), { x: 2 }))
show(() => shapes.deepStrictEqual(new A(), { x: '1' }))
show(() => shapes.deepStrictEqual([1], { 0: 1 }))
show(() => shapes.notDeepStrictEqual(new A(), { x: 1 }))
show(() => shapes.deepEqual(new A(), { x: 1 }))
show(() => a.deepStrictEqual(new A(), { x: 1 }))
const { deepStrictEqual } = shapes
show(() => deepStrictEqual(new A(), { x: 1 }))
class Sub extends Assert { extra() { this.ok(false, 'extra') } }
show(() => new Sub().extra())
console.log(new Sub() instanceof Assert, Assert.name, Assert.length)
