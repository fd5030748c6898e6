// Retries with backoff, aborts, and a promise with a timeout.
import pRetry, { AbortError } from 'p-retry'
import pTimeout from 'p-timeout'
import delay from 'delay'

let n = 0
console.log(await pRetry(async (attempt) => {
  if (++n < 3) throw new Error(`no ${attempt}`)
  return `yes ${attempt}`
}, { retries: 5, minTimeout: 5, onFailedAttempt: (c) => console.log(c.error?.message ?? c.message, c.retriesLeft) }))
await pRetry(() => { throw new AbortError('never again') }, { retries: 5 }).catch((err) => console.log(err.message))
await pTimeout(new Promise(() => {}), { milliseconds: 15 }).catch((err) => console.log(err.name, err.message))
console.log(await pTimeout(delay(5, { value: 'in time' }), { milliseconds: 5000 }))
const controller = new AbortController()
setTimeout(() => controller.abort(), 10)
await delay(5000, { signal: controller.signal }).catch((err) => console.log(err.name))
