// A fast work queue, and retries with exponential backoff.
const fastq = require('fastq')
const retry = require('retry')

const queue = fastq((x, done) => setTimeout(done, 3, null, x * 2), 2)
for (const x of [1, 2, 3, 4]) queue.push(x, (err, v) => console.log('done', v, queue.length(), queue.running()))
queue.drain = () => {
  console.log('drained')
  const promised = fastq.promise(async (x) => { if (x === 0) throw new Error('zero'); return x }, 1)
  promised.push(7).then((v) => console.log('promised', v))
  promised.push(0).catch((err) => console.log(err.message))
  promised.drained().then(() => console.log('all drained'))
}
const operation = retry.operation({ retries: 3, factor: 1, minTimeout: 60, maxTimeout: 60 })
operation.attempt((n) => {
  if (operation.retry(n < 3 ? new Error(`attempt ${n}`) : undefined)) return
  console.log('attempts', operation.attempts(), operation.mainError().message)
})
