const { test, describe, it, before } = require('node:test')
const wait = (ms) => new Promise((r) => setTimeout(r, ms))
test('in time', { timeout: 500 }, () => wait(1))
test('too late', { timeout: 10 }, () => wait(60))
test('too late with a callback', { timeout: 10 }, (t, done) => { setTimeout(done, 60) })
test('signal of a late test', { timeout: 10 }, async (t) => { t.signal.addEventListener('abort', () => console.log('aborted', t.signal.aborted)); await wait(60) })
test('infinite', { timeout: Infinity }, () => wait(1))
test('parent late', { timeout: 15 }, async (t) => { await t.test('child', () => wait(60)) })
describe('late suite', { timeout: 15 }, () => { it('a', () => wait(1)); it('b', () => wait(60)) })
describe('late hook', () => { before(() => wait(60), { timeout: 10 }); it('a', () => {}) })
for (const bad of [-1, 'x', {}, 2 ** 31, NaN]) {
  try { test('bad', { timeout: bad }, () => {}) } catch (e) { console.log(e.code, e.message) }
}
test('unref\'d timers are waited for', async () => { await new Promise((r) => setTimeout(r, 30).unref()) })
