// A scheduler of jobs on intervals.
const { ToadScheduler, SimpleIntervalJob, AsyncTask, Task } = require('toad-scheduler')

const scheduler = new ToadScheduler()
let runs = 0
const job = new SimpleIntervalJob({ milliseconds: 10, runImmediately: true }, new Task('simple', () => {
  console.log('run', ++runs)
  if (runs === 3) scheduler.stopById('counter')
}), { id: 'counter' })
scheduler.addSimpleIntervalJob(job)
const failing = new SimpleIntervalJob({ milliseconds: 15 }, new AsyncTask('async',
  () => Promise.reject(new Error('task failed')),
  (err) => { console.log(err.message); scheduler.stop() }), { id: 'failing' })
setTimeout(() => scheduler.addSimpleIntervalJob(failing), 100)
console.log(job.getStatus(), scheduler.getAllJobs().length)
process.on('exit', () => console.log('exit', job.getStatus()))
