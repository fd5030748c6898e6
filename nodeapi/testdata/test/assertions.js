const test = require('node:test')
test.assert.register('isOdd', function (n) { if (n % 2 === 0) throw new Error(`${n} is even, said ${this.name}`) })
test('t.assert', (t) => {
  console.log(Object.keys(t.assert).filter((n) => !/napshot/.test(n)).sort())
  t.assert.isOdd(1)
  t.assert.strictEqual(1, 1)
  t.assert.ok(true)
})
test('isOdd fails', (t) => { t.assert.isOdd(2) })
test('ok fails', (t) => { t.assert.ok(0) })
test('ok with a message', (t) => { t.assert.ok(0, 'mine') })
test('strictEqual fails', (t) => { t.assert.strictEqual(1, 2) })
test('counts', (t) => { t.plan(3); t.assert.isOdd(1); t.assert.throws(() => { throw new Error('x') }); t.assert.deepEqual([1], [1]) })
test('throws', (t) => { t.assert.throws(() => {}) })
test('rejects', (t) => t.assert.rejects(Promise.reject(new Error('x'))))
for (const [a, b] of [[5, () => {}], ['x', 5], [undefined, undefined]]) {
  try { test.assert.register(a, b) } catch (e) { console.log(e.code, e.message) }
}
