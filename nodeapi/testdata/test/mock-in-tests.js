const { test, mock, describe, it, afterEach } = require('node:test')
const o = { f() { return 'real' } }
test('t.mock is reset after the test', (t) => {
  t.mock.method(o, 'f', () => 'mocked')
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1000 })
  console.log(o.f(), Date.now())
  let fired = 0
  setTimeout(() => fired++, 1e6)
  t.mock.timers.tick(1e6)
  console.log(fired, Date.now())
})
test('after it', () => { console.log(o.f(), Date.isMock) })
test('mock stays', () => { mock.method(o, 'f', () => 'global mock'); console.log(o.f()) })
test('and stays', () => { console.log(o.f()); mock.reset(); console.log(o.f()) })
test('timers of the runner are real', { timeout: 20 }, async (t) => {
  t.mock.timers.enable()
  await new Promise(() => {})
})
test('each test its own', async (t) => {
  await t.test('a', (t) => { t.mock.timers.enable({ apis: ['setTimeout'] }); console.log(setTimeout(() => {}, 5).constructor.name) })
  await t.test('b', (t) => { t.mock.timers.enable({ apis: ['setTimeout'] }); console.log(setTimeout(() => {}, 5).id) })
})
describe('with afterEach', () => {
  afterEach(() => mock.timers.reset())
  it('a', () => { mock.timers.enable({ apis: ['Date'] }); console.log(Date.now()) })
  it('b', () => { mock.timers.enable({ apis: ['Date'], now: 5 }); console.log(Date.now()) })
})
