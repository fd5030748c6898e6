const { test, describe, it } = require('node:test')
const wait = (ms) => new Promise((r) => setTimeout(r, ms))
test('aborted before', { signal: AbortSignal.abort() }, () => { console.log('never') })
test('aborted with a reason', { signal: AbortSignal.abort(new Error('my reason')) }, () => {})
const c = new AbortController()
test('aborted while it runs', { signal: c.signal }, async (t) => {
  t.signal.addEventListener('abort', () => console.log('inner signal'))
  setTimeout(() => c.abort(new Error('stop')), 5)
  await wait(50)
})
test('not aborted', { signal: new AbortController().signal }, (t) => { console.log(t.signal.aborted, t.signal === c.signal) })
test('signal of a test that ended', async (t) => { global.ended = t.signal; console.log(t.signal.aborted) })
test('is aborted', () => { console.log(ended.aborted, ended.reason.name) })
describe('suite aborted', { signal: AbortSignal.abort(new Error('suite reason')) }, () => { it('a', () => {}) })
for (const bad of [5, 'x', null, {}]) {
  try { test('bad', { signal: bad }, () => {}) } catch (e) { console.log(e.code, e.message) }
}
