// A rate limiter: minimum distance, concurrency, reservoir, priorities.
const Bottleneck = require('bottleneck')

async function main() {
  const limiter = new Bottleneck({ maxConcurrent: 1, minTime: 20 })
  const started = Date.now()
  const results = await Promise.all([1, 2, 3, 4].map((i) => limiter.schedule(async () => i * 2)))
  console.log(results, Date.now() - started >= 58)
  const ordered = new Bottleneck({ maxConcurrent: 1 })
  const log = []
  await Promise.all([5, 1, 3].map((priority) => ordered.schedule({ priority }, async () => { log.push(priority) })))
  console.log(log)
  const reservoir = new Bottleneck({ reservoir: 2 })
  reservoir.on('depleted', () => console.log('depleted'))
  await reservoir.schedule(async () => 1)
  await reservoir.schedule(async () => 1)
  console.log(await reservoir.currentReservoir(), reservoir.counts())
  const failing = new Bottleneck()
  failing.on('failed', async (err, info) => { if (info.retryCount < 2) return 5 })
  let n = 0
  console.log(await failing.schedule(async () => { if (++n < 3) throw new Error('again'); return n }))
}
main().then(() => console.log('end'))
