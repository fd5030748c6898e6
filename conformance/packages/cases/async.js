// Callback control flow: limits, queues, auto, retries, timeouts. One after the
// other, so that their timers do not race.
const async = require('async')

const steps = [
  (next) => async.eachLimit([3, 2, 1], 1, (x, done) => setTimeout(() => { console.log('each', x); done() }, x), next),
  (next) => {
    const queue = async.queue((task, done) => setImmediate(() => { console.log('task', task); done() }), 2)
    queue.push([1, 2, 3], (err) => console.log('pushed', err))
    queue.drain(() => { console.log('drained'); next() })
  },
  (next) => {
    let n = 0
    async.retry({ times: 4, interval: 3 }, (done) => done(++n < 3 ? new Error('no') : null, n), (err, v) => { console.log('retry', err, v); next() })
  },
  (next) => async.auto({
    a: (done) => setTimeout(done, 5, null, 'A'),
    b: ['a', (r, done) => setImmediate(done, null, r.a + 'B')],
    c: ['a', 'b', (r, done) => process.nextTick(done, null, r.b + 'C')],
  }, (err, r) => { console.log('auto', err, r); next() }),
  (next) => async.timeout((done) => setTimeout(done, 60000).unref(), 20)((err) => { console.log(err.code, err.message); next() }),
  (next) => async.waterfall([(done) => done(null, 1), (x, done) => setTimeout(done, 1, null, x + 1)], (err, x) => { console.log('waterfall', x); next() }),
]
async.series(steps, () => console.log('end'))
