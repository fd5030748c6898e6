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

show(() => assert.match('abc', /b/))
show(() => assert.match('abc', /x/))
show(() => assert.match('abc', /x/, 'mine'))
show(() => assert.match('abc', /x/, 'mine %s', 'too'))
show(() => assert.match('abc', /x/, new TypeError('given')))
show(() => assert.match('abc', /x/, ''))
show(() => assert.match('abc', /x/, undefined))
show(() => assert.match('abc', /x/, (a, b) => `${a} ${b}`))
show(() => assert.match('multi\nline "text"', /x/g))
for (const bad of [5, null, undefined, {}, ['abc'], Symbol('abc'), 1n, () => {}, new String('abc')]) show(() => assert.match(bad, /b/))
for (const bad of ['b', 5, null, undefined, {}, { test() { return true } }]) show(() => assert.match('abc', bad))
show(() => assert.match(5, /b/, 'mine'))
show(() => assert.doesNotMatch('abc', /x/))
show(() => assert.doesNotMatch('abc', /b/))
show(() => assert.doesNotMatch('abc', /b/, 'mine'))
show(() => assert.doesNotMatch('abc', /b/, new TypeError('given')))
show(() => assert.doesNotMatch('abc', 'b'))
show(() => assert.doesNotMatch(5, /x/))
show(() => assert.doesNotMatch({ a: 1 }, /x/))
show(() => assert.doesNotMatch('a'.repeat(300), /a+/))
try { assert.match('abc', /x/) } catch (e) { console.log(e.actual, e.expected, e.operator, e.generatedMessage) }
