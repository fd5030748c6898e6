const { mock } = require('node:test')
const { scheduler } = require('timers/promises')
const real = AbortSignal.timeout
const settle = async () => { for (let i = 0; i < 20; i++) await null }
async function main() {
  mock.timers.enable({ apis: ['AbortSignal.timeout', 'scheduler.wait'] })
  const s = AbortSignal.timeout(10)
  s.addEventListener('abort', () => console.log('aborted'))
  console.log(s.aborted, AbortSignal.timeout.name, AbortSignal.timeout.length, AbortSignal.timeout === real)
  mock.timers.tick(9)
  console.log(s.aborted)
  mock.timers.tick(1)
  console.log(s.aborted, s.reason.name)
  for (const bad of [-1, 'x', 1.5, undefined, 2 ** 32]) { try { AbortSignal.timeout(bad) } catch (e) { console.log(e.code, e.message) } }
  let waited = false
  const w = scheduler.wait(10).then((v) => { waited = true; console.log('waited', v) })
  await settle()
  console.log(waited)
  mock.timers.tick(10)
  await w
  const c = new AbortController()
  const a = scheduler.wait(10, { signal: c.signal })
  c.abort()
  await a.catch((e) => console.log(e.name, e.code))
  mock.timers.reset()
  console.log(AbortSignal.timeout === real)
}
main()
