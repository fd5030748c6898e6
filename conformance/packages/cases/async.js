// Callback control flow: limits, queues, auto, retries, timeouts.
const async = require('async')

async.eachLimit([3, 2, 1], 2, (x, done) => setTimeout(() => { console.log('each', x); done() }, x * 40), () => {
  console.log('each is over')
  const queue = async.queue((task, done) => setImmediate(() => { console.log('task', task); done() }), 2)
  queue.push([1, 2, 3], (err) => console.log('pushed', err))
  queue.drain(() => {
    console.log('drained')
    let n = 0
    async.retry({ times: 4, interval: 3 }, (done) => done(++n < 3 ? new Error('no') : null, n), (err, v) => console.log('retry', err, v))
  })
})
async.auto({
  a: (done) => setTimeout(done, 5, null, 'A'),
  b: ['a', (r, done) => setImmediate(done, null, r.a + 'B')],
  c: ['a', 'b', (r, done) => process.nextTick(done, null, r.b + 'C')],
}, (err, r) => console.log('auto', err, r))
async.timeout((done) => setTimeout(done, 5000).unref(), 20)((err) => console.log(err.code, err.message))
async.waterfall([(done) => done(null, 1), (x, done) => setTimeout(done, 1, null, x + 1)], (err, x) => console.log('waterfall', x))
