const { test, describe, it } = require('node:test')
const wait = (ms) => new Promise((r) => setTimeout(r, ms))
const body = (name, ms) => async () => { console.log(name, 'starts'); await wait(ms); console.log(name, 'ends') }
test('concurrent', { concurrency: true }, async (t) => {
  await Promise.all([t.test('slow', body('slow', 30)), t.test('fast', body('fast', 5)), t.test('middle', body('middle', 15))])
})
test('two at a time', { concurrency: 2 }, async (t) => {
  await Promise.all(['a', 'b', 'c'].map((n, i) => t.test(n, body(n, 10 + 10 * i))))
})
test('one at a time', async (t) => {
  await Promise.all(['x', 'y'].map((n) => t.test(n, body(n, 3))))
})
describe('suite', { concurrency: true }, () => {
  it('slow', body('s slow', 20))
  it('fast', body('s fast', 3))
  describe('inner', () => { it('i1', body('i1', 3)); it('i2', body('i2', 3)) })
})
describe('serial', { concurrency: false }, () => { it('p', body('p', 5)); it('q', body('q', 1)) })
for (const bad of [0, -1, 1.5, 'x', NaN]) {
  try { test('bad', { concurrency: bad }, () => {}) } catch (e) { console.log(e.code, e.message) }
}
