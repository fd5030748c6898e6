const { test } = require('node:test')
test('a', () => { console.log('in a') })
setTimeout(() => console.log('timeout'), 1)
let q = 0
const more = () => { if (q++ < 8) { process.nextTick(more); console.log('tick ' + q) } }
more()
test('b', async () => { console.log('in b', q); for (let i = 0; i < 10; i++) await 1 })
test('c', async () => { console.log('in c', q); await new Promise((r) => process.nextTick(r)); console.log('c', q) })
test('d', async () => { console.log('in d', q); await new Promise((r) => setTimeout(r, 5)); console.log('d') })
test('e', (t, done) => { setTimeout(() => { console.log('in e'); done() }, 2) })
process.on('exit', (code) => console.log('exit', code))
