const test = require('node:test')
const path = require('path')
console.log(Object.keys(test).filter((k) => k !== 'run' && k !== 'snapshot'), typeof test, test.name, test.test === test, test.it === test, test.describe === test.suite)
console.log(test.getTestContext())
test('a', (t) => {
  console.log(t.name, t.fullName, t.passed, t.error, t.attempt, path.basename(t.filePath), t.signal.aborted, t.constructor.name, Object.keys(t))
  console.log(test.getTestContext() === t, t.mock === t.mock, t.assert === t.assert, t.mock === test.mock)
  console.log(Object.getOwnPropertyNames(Object.getPrototypeOf(t)))
  t.diagnostic('first')
  t.diagnostic({ toString() { return 'an object' } })
})
test('this', function (t) { console.log(this === t, arguments.length) })
test('outer', async (t) => {
  await t.test('inner', async (t) => { console.log(t.fullName); await t.test('innermost', (t) => { console.log(t.fullName); t.diagnostic('deep') }) })
  t.diagnostic('outer')
})
test.describe('suite', function (s) {
  console.log(s.name, s.fullName, s.constructor.name, this === s, s.signal.aborted)
  console.log(Object.getOwnPropertyNames(Object.getPrototypeOf(s)))
  s.diagnostic('of the suite')
  test.it('x', (t) => { console.log(t.fullName) })
})
test('after an await', async (t) => {
  await 1
  await new Promise((r) => setTimeout(r, 1))
  console.log(test.getTestContext().name)
})
test('log', (t) => { t.log('a line'); try { t.log(5) } catch (e) { console.log(e.message) } })
console.log(test('returns a promise', () => {}) instanceof Promise, test.it('y', () => {}) instanceof Promise)
