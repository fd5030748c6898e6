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

show(() => assert.deepStrictEqual(new Date(0), new Date(0)))
show(() => assert.deepStrictEqual(new Date(0), new Date(86400000)))
show(() => assert.deepStrictEqual(new Date(NaN), new Date(NaN)))
show(() => assert.deepStrictEqual(new Date(NaN), new Date(0)))
show(() => assert.deepStrictEqual([new Date(0)], [new Date(1)]))
show(() => assert.deepStrictEqual(Object.assign(new Date(0), { a: 1 }), new Date(0)))
show(() => assert.deepStrictEqual(Object.assign(new Date(0), { a: 1 }), Object.assign(new Date(0), { a: 1 })))
show(() => assert.deepStrictEqual(new Date(0), '1970-01-01T00:00:00.000Z'))
show(() => assert.deepStrictEqual(new Date(0), {}))
show(() => assert.deepStrictEqual({}, new Date(0)))
class D extends Date {}
show(() => assert.deepStrictEqual(new D(0), new Date(0)))
show(() => assert.deepEqual(new D(0), new Date(0)))
show(() => assert.deepStrictEqual(new D(0), new D(0)))
show(() => assert.deepStrictEqual(/a/, /a/))
show(() => assert.deepStrictEqual(/a/g, /a/))
show(() => assert.deepStrictEqual(/a/g, /b/g))
show(() => assert.deepStrictEqual(/a/gi, /a/ig))
const at = (re, i) => { re.lastIndex = i; return re }
show(() => assert.deepStrictEqual(at(/a/g, 1), at(/a/g, 1)))
show(() => assert.deepStrictEqual(at(/a/g, 1), at(/a/g, 2)))
show(() => assert.deepStrictEqual({ re: /a/ }, { re: /a/u }))
show(() => assert.deepStrictEqual(/a/, {}))
show(() => assert.deepStrictEqual(/a/, '/a/'))
show(() => assert.deepStrictEqual(Object.assign(/a/, { x: 1 }), /a/))
show(() => assert.deepEqual(/a/, new Date(0)))
show(() => assert.deepStrictEqual([/a/, new Date(5)], [/a/, new Date(5)]))
