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

const { AssertionError } = assert
const make = (o) => show(() => { throw new AssertionError(o) })
make({})
make({ message: 'text' })
make({ message: '' })
make({ message: null })
make({ message: 5 })
make({ message: { toString() { return 'from toString' } } })
make({ actual: 1, expected: 2 })
make({ actual: 1, expected: 2, operator: 'strictEqual' })
make({ actual: 1, expected: 2, operator: 'strictEqual', message: 'mine' })
make({ actual: 1, expected: 2, operator: 'deepStrictEqual' })
make({ actual: [1], expected: [2], operator: 'partialDeepStrictEqual' })
make({ actual: 1, expected: 2, operator: 'notStrictEqual' })
make({ actual: [1], expected: [1], operator: 'notDeepStrictEqual' })
make({ actual: 1, expected: 2, operator: 'deepEqual' })
make({ actual: 1, expected: 2, operator: 'notDeepEqual' })
make({ actual: 1, expected: 2, operator: '==' })
make({ actual: 'a', expected: 'b', operator: 'my operator' })
make({ actual: 1, expected: 2, operator: 'throws' })
make({ actual: 1, expected: 2, operator: 'fail' })
make({ operator: 'strictEqual' })
make({ actual: new Error('a'), expected: new Error('b'), operator: 'strictEqual' })
make({ actual: new Error('a', { cause: new Error('c') }), expected: new Error('b'), operator: 'deepStrictEqual' })
make({ actual: Array.from({ length: 60 }, (_, i) => i), expected: 1, operator: '==', diff: 'full' })
make({ actual: 'x'.repeat(600), expected: 'y', operator: '==', diff: 'full' })
make({ actual: 'x'.repeat(600), expected: 'y', operator: '==', diff: 'simple' })
make({ message: 'm', diff: 'other' })
for (const bad of [undefined, null, 5, 'x', () => {}, true]) make(bad)
make([])
const e = new AssertionError({ message: 'm', actual: 1, expected: 2, operator: 'op' })
console.log(Object.keys(e), e instanceof Error, e.toString(), String(e), JSON.stringify(e))
console.log(Object.getOwnPropertyNames(AssertionError.prototype), AssertionError.name, AssertionError.length)
console.log(e.stack.split('\n')[0], e.name, e.code, Object.prototype.toString.call(e))
e.name = 'Renamed'
e.code = 'CODE'
e.message = 'changed'
console.log(e.toString(), e.stack.split('\n')[0])
const d = new AssertionError({ details: [{ message: 'a', actual: 1, expected: 2, operator: 'x', stack: 'at' }], message: 'm' })
console.log(Object.keys(d), d['message 0'], d['actual 0'], d['stack trace 0'], d.actual)
class Mine extends AssertionError { constructor() { super({ message: 'mine' }) } }
const m = new Mine()
console.log(m instanceof AssertionError, m.name, m.toString(), m.constructor.name)
show(() => { assert.ok(0) })
try { assert.ok(0) } catch (e) { console.log(e.actual, e.expected, e.operator, e.diff) }
try { assert.throws(() => {}) } catch (e) { console.log(Object.keys(e), e.actual, e.expected, e.operator) }
try { assert.fail() } catch (e) { console.log('actual' in e, e.actual, e.expected, e.operator, e.generatedMessage) }
