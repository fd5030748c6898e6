const assert = require('assert')
let n = 0
function show(f) {
  n++
  try {
    f()
    console.log(n, 'passes')
  } catch (e) {
    console.log(n, e.name, e.code, e.generatedMessage, e.operator)
    console.log(e.message)
  }
}

const list = (n, change) => Array.from({ length: n }, (_, i) => change && i in change ? change[i] : i)
for (const n of [3, 6, 7, 8, 9, 10, 12, 20]) {
  show(() => assert.deepStrictEqual(list(n), list(n, { 0: 'x' })))
  show(() => assert.deepStrictEqual(list(n), list(n, { [n - 1]: 'x' })))
  show(() => assert.deepStrictEqual(list(n), list(n, { [n >> 1]: 'x' })))
}
show(() => assert.deepStrictEqual(list(30), list(30, { 3: 'x', 20: 'y' })))
show(() => assert.deepStrictEqual(list(30), list(30, { 3: 'x', 10: 'y' })))
show(() => assert.deepStrictEqual(list(30), list(30, { 3: 'x', 11: 'y' })))
show(() => assert.deepStrictEqual(list(30), list(30, { 3: 'x', 12: 'y', 28: 'z' })))
show(() => assert.deepStrictEqual(list(60), list(60, { 3: 'x', 30: 'y', 57: 'z' })))
show(() => assert.deepStrictEqual(list(10).concat(list(10)), list(10)))
show(() => assert.deepStrictEqual(list(10), list(10).concat(list(10))))
