const { test, getTestContext } = require('node:test')
const { AsyncLocalStorage } = require('async_hooks')
const als = new AsyncLocalStorage()
als.run('outside', () => {
  test('has the store of its declaration or not', () => { console.log(als.getStore()) })
})
test('name in callbacks', (t, done) => {
  const names = []
  process.nextTick(() => names.push(getTestContext().name))
  Promise.resolve().then(() => names.push(getTestContext().name))
  queueMicrotask(() => names.push(getTestContext().name))
  setImmediate(() => names.push(getTestContext().name))
  setTimeout(() => { names.push(getTestContext().name); console.log(names.join()); done() }, 20)
})
test('own store', async () => {
  await als.run('inside', async () => { await new Promise((r) => setTimeout(r, 1)); console.log(als.getStore(), getTestContext().name) })
  console.log(als.getStore())
})
setTimeout(() => console.log(getTestContext()), 2)
