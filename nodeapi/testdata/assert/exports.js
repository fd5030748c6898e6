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

const strict = require('assert/strict')
console.log(Object.keys(assert))
console.log(Object.keys(strict))
console.log(assert.strict === strict, strict.strict === strict, assert.ok === assert, strict.ok === assert.ok)
console.log(assert.name, assert.length, strict.name, strict.length)
for (const k of Object.keys(assert)) {
  const d = Object.getOwnPropertyDescriptor(assert, k)
  console.log(k, d.value.name, d.value.length, d.enumerable, d.writable, d.configurable, strict[k] === assert[k])
}
console.log(Object.getOwnPropertyNames(assert.Assert.prototype))
console.log(strict.equal === assert.strictEqual, strict.deepEqual === assert.deepStrictEqual, strict.notEqual === assert.notStrictEqual, strict.notDeepEqual === assert.notDeepStrictEqual)
show(() => strict.equal(1, '1'))
show(() => strict.deepEqual([1], ['1']))
show(() => strict.notEqual(1, 1))
show(() => strict.notDeepEqual([1], [1]))
show(() => strict(0))
show(() => strict())
show(() => strict(0, 'text'))
show(() => strict.ok(false))
show(() => strict.strictEqual(1, 2))
show(() => strict.fail())
console.log(require('assert') === assert, require('node:assert') === assert, require('node:assert/strict') === strict)
const { strictEqual, deepStrictEqual, throws } = assert
show(() => strictEqual(1, 2))
show(() => deepStrictEqual([1], [2]))
show(() => throws(() => {}))
show(() => assert.strictEqual.call(undefined, 1, 2))
show(() => assert.strictEqual.apply({}, [1, 2]))
show(() => [1].forEach(strictEqual))
