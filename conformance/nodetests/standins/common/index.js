'use strict'
// Stand-in for test/common of a Node.js checkout: the functions that timer tests
// use, with the same checks. Nothing is skipped or weakened.
const assert = require('assert')
const { inspect } = require('util')
const native = require('internal/native')
const { process } = globalThis // a test replaces it

if (native.exposeGC) globalThis.gc = native.gc
if (native.nativesSyntax) {
  // V8's hints to its optimizer, %Name(...), are no syntax here and do nothing.
  const { eval: evaluate } = globalThis
  globalThis.eval = (code) => (/^%\w+\(\w+\)$/.test(code) ? undefined : evaluate(code))
}

const expected = []
const runAtExit = (code) => {
  if (code !== 0) return
  const failed = expected.filter((c) => (c.least ? c.actual < c.count : c.actual !== c.count))
  for (const c of failed) {
    console.log(`Mismatched ${c.name} function calls. Expected ${c.least ? 'at least ' : 'exactly '}${c.count}, actual ${c.actual}.`)
    console.log(c.at)
  }
  if (failed.length > 0) process.exit(1)
}

function counted(fn, count, least) {
  if (typeof fn === 'number') {
    count = fn
    fn = () => {}
  } else if (fn === undefined) {
    fn = () => {}
  }
  if (typeof count !== 'number') throw new TypeError(`Invalid count: ${inspect(count)}`)
  if (expected.length === 0) process.on('exit', runAtExit)
  const entry = { name: fn.name || '<anonymous>', count, least, actual: 0, at: new Error().stack }
  expected.push(entry)
  function wrapped(...args) {
    entry.actual++
    return Reflect.apply(fn, this, args)
  }
  Object.defineProperties(wrapped, {
    name: { value: fn.name, configurable: true },
    length: { value: fn.length, configurable: true },
  })
  return wrapped
}

const mustCall = (fn, count = 1) => counted(fn, count, false)
const mustCallAtLeast = (fn, count = 1) => counted(fn, count, true)
const mustSucceed = (fn, count) => mustCall(function (err, ...args) {
  assert.ifError(err)
  if (typeof fn === 'function') return Reflect.apply(fn, this, args)
}, count)

function mustNotCall(message) {
  const at = new Error().stack.split('\n')[2]
  return function mustNotCall(...args) {
    const given = args.length > 0 ? `\ncalled with arguments: ${args.map((a) => inspect(a)).join(', ')}` : ''
    assert.fail(`${message || 'function should not have been called'} at ${at}${given}`)
  }
}

function expectsError(validator, count) {
  return mustCall((...args) => {
    assert.strictEqual(args.length, 1)
    assert.throws(() => { throw args[0] }, validator)
    return true
  }, count)
}

const globalsBefore = new Set(Object.getOwnPropertyNames(globalThis))
const allowed = new Set()
process.on('exit', () => {
  const leaked = Object.getOwnPropertyNames(globalThis).filter((k) => !globalsBefore.has(k) && !allowed.has(globalThis[k]))
  if (leaked.length > 0) assert.fail(`Unexpected global(s) found: ${leaked.join(', ')}`)
})

module.exports = {
  allowGlobals: (...values) => { for (const v of values) allowed.add(v) },
  expectsError,
  isDebug: false,
  isMainThread: true,
  isWindows: process.platform === 'win32',
  mustCall,
  mustCallAtLeast,
  mustNotCall,
  mustSucceed,
  platformTimeout: (ms) => ms,
  skip(why) {
    console.log(`1..0 # Skipped: ${why}`)
    process.exit(77) // counted as a failure: a stand-in skips nothing
  },
  async spawnPromisified(file, args) {
    if (file !== process.execPath) throw new Error('only this program may be started')
    return native.spawn(args)
  },
}
