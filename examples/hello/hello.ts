// Node's timers, in the order Node runs them.
import { setInterval as every } from 'node:timers/promises'

type Note = (name: string) => void

const notes: string[] = []
const note: Note = (name) => notes.push(name)

const timeout = new Promise<void>((resolve) => {
  setImmediate(() => {
    note('immediate')
    setTimeout(resolve, 1)
  })
})
process.nextTick(() => note('tick'))
Promise.resolve().then(() => note('promise'))
note('main')

await timeout
note('timeout')

let turns = 0
for await (const name of every(10, 'interval')) {
  note(name)
  if (++turns === 3) break
}

process.on('exit', (code) => {
  for (const name of notes) console.log(name)
  console.log('exit code', code)
})
