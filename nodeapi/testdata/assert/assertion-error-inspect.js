const assert = require('assert')
const util = require('util')
// Frames are left out: they are the engine's.
function show(f, options) {
  try { f() } catch (e) {
    e.stack = e.stack.split('\n').filter((l) => !l.startsWith('    at ')).join('\n')
    console.log(util.inspect(e, options))
  }
}
show(() => assert.strictEqual(1, 2))
show(() => assert.strictEqual('a long string one', 'a long string two'))
show(() => assert.deepStrictEqual({ a: 1, b: { c: [1] } }, { a: 1, b: { c: [2] } }))
show(() => assert.deepStrictEqual([1, 2], [1, 3]))
show(() => assert.ok(0))
show(() => assert.ok(null, 'mine'))
show(() => assert.throws(() => {}))
show(() => assert.throws(() => { throw { message: 'x' } }, { message: 'y' }))
show(() => assert.match('abc', /x/))
show(() => assert.strictEqual('line\n'.repeat(20), 'line\n'.repeat(21)))
show(() => assert.strictEqual('x'.repeat(600), 'x'.repeat(601)))
show(() => assert.strictEqual('x'.repeat(512), 'x'.repeat(513)))
show(() => assert.strictEqual(new Map([[1, 2]]), undefined))
show(() => assert.fail('text'))
show(() => assert.strictEqual(1, 2), { compact: false })
show(() => assert.strictEqual({ a: 1 }, { a: 2 }), { depth: 5 })
show(() => assert.strictEqual(1, 2), { breakLength: 40 })
show(() => assert.strictEqual(1, 2), { colors: true })
try { assert.strictEqual('a'.repeat(600), 'b') } catch (e) {
  const before = e.actual
  util.inspect(e)
  console.log(e.actual === before, e.actual.length)
}
const e = new assert.AssertionError({ message: 'm', actual: { deep: { deeper: {} } }, expected: [[[]]], operator: 'x' })
e.stack = 'AssertionError [ERR_ASSERTION]: m'
console.log({ e })
console.log([e])
console.log(util.format('%s|%o|%j', e, 1, 2).split('\n')[0])
