// Node's timers, in the order Node runs them.
import { setInterval as every } from 'node:timers/promises'

interface Step {
  name: string
  at: number
}

const steps: Step[] = []
const note = (name: string) => steps.push({ name, at: performance.now() })

setImmediate(() => {
  note('immediate')
  setTimeout(() => note('timeout'), 1)
})
process.nextTick(() => note('tick'))
Promise.resolve().then(() => note('promise'))
note('main')

let turns = 0
for await (const name of every(60, 'interval')) {
  note(name)
  if (++turns === 3) break
}

process.on('exit', (code) => {
  for (const step of steps) console.log(step.name)
  console.log('exit code', code)
})
