// A program with a fault: the report blocks everything else.
const { setTimeout: sleep } = require('node:timers/promises')

function report() {
  const end = Date.now() + 51
  while (Date.now() < end) JSON.stringify({ end })
}

let beats = 0
const heart = setInterval(function heartbeat() {
  if (++beats === 12) clearInterval(heart)
}, 10)

async function client(id) {
  for (let i = 0; i < 5; i++) {
    await sleep(7 + 4 * id)
    process.nextTick(function flush() {})
    setImmediate(function answer() { queueMicrotask(function done() {}) })
  }
}

setTimeout(report, 48)
client(1)
client(2)
