// A client that tries again, later and later, for up to an hour.
const { setTimeout: sleep } = require('timers/promises')

exports.retry = async function retry(work, { first = 1000, factor = 2, limit = 3600000 } = {}) {
  const deadline = Date.now() + limit
  for (let delay = first; ; delay *= factor) {
    try {
      return await work()
    } catch (err) {
      if (Date.now() + delay > deadline) throw new Error('gave up: ' + err.message)
      await sleep(delay)
    }
  }
}
