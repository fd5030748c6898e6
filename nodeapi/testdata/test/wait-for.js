const { test } = require('node:test')
test('at once', async (t) => { console.log(await t.waitFor(() => 5)) })
test('later', async (t) => {
  let n = 0
  console.log(await t.waitFor(() => { if (++n < 3) throw new Error('not yet'); return n }, { interval: 1 }))
})
test('promise', async (t) => { console.log(await t.waitFor(async () => 'p')) })
test('never', async (t) => { await t.waitFor(() => { throw new Error('cause') }, { timeout: 15, interval: 5 }) })
test('never settles', async (t) => { await t.waitFor(() => new Promise(() => {}), { timeout: 15 }) })
test('errors', (t) => {
  for (const args of [[5], [() => {}, 5], [() => {}, { interval: 'x' }], [() => {}, { timeout: -1 }]]) {
    try { t.waitFor(...args) } catch (e) { console.log(e.code, e.message) }
  }
})
