// A queue with concurrency, priorities, an interval cap and a timeout.
import PQueue from 'p-queue'

const queue = new PQueue({ concurrency: 2, interval: 40, intervalCap: 3 })
const log = []
queue.on('idle', () => log.push('idle'))
queue.on('active', () => log.push(`active, ${queue.size} waiting`))
for (let i = 0; i < 7; i++) {
  queue.add(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    return i
  }, { priority: i === 6 ? 1 : 0 }).then((v) => log.push(`done ${v}`))
}
await queue.onIdle()
console.log(log.join('\n'))
try {
  await queue.add(() => new Promise(() => {}), { timeout: 10 })
} catch (err) {
  console.log(err.name, err.message)
}
const controller = new AbortController()
const aborted = queue.add(({ signal }) => new Promise((resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))), { signal: controller.signal })
setTimeout(() => controller.abort(new Error('enough')), 10)
await aborted.catch((err) => console.log(err.message))
