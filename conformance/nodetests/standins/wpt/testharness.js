'use strict'
// Stand-in for the harness of the web platform tests: what the tests of timers
// and microtasks use. At the end of the process every test must have ended.
const { inspect } = require('util')
const tests = []
let single = null
let allowUncaught = false
const errorListeners = []

class Failure extends Error {}
function check(ok, text) {
  if (!ok) throw new Failure(text)
}

class Test {
  constructor(name) {
    this.name = name
    this.over = false
    this.failure = undefined
    tests.push(this)
  }
  step(f, self, ...args) {
    if (this.over) return
    try {
      return Reflect.apply(f, self === undefined ? this : self, args)
    } catch (err) {
      this.failure ??= err
      this.over = true
    }
  }
  step_func(f, self) {
    const t = this
    return function (...args) { return t.step(f, self === undefined ? this : self, ...args) }
  }
  step_func_done(f, self) {
    const t = this
    return function (...args) {
      if (f !== undefined) t.step(f, self === undefined ? this : self, ...args)
      t.done()
    }
  }
  step_timeout(f, ms, ...args) {
    return setTimeout(() => this.step(f, undefined, ...args), ms)
  }
  unreached_func(text) {
    return this.step_func(() => check(false, text))
  }
  done() {
    this.over = true
  }
}

Object.assign(globalThis, {
  self: globalThis,
  addEventListener(type, listener) {
    check(type === 'error', `no event ${type} here`)
    errorListeners.push(listener)
  },
  setup(options) {
    if (options.single_test) single = new Test('the file')
    if (options.allow_uncaught_exception) allowUncaught = true
  },
  done() {
    single.done()
    process.exit()
  },
  test(f, name) {
    const t = new Test(name)
    t.step(f, t, t)
    t.done()
  },
  async_test(f, name) {
    const t = new Test(name)
    t.step(f, t, t)
  },
  promise_test(f, name) {
    const t = new Test(name)
    Promise.resolve().then(() => f(t)).then(() => t.done(), (err) => { t.failure ??= err; t.over = true })
  },
  assert_unreached: (text) => check(false, `reached: ${text}`),
  assert_true: (v, text) => check(v === true, text || `${inspect(v)} is not true`),
  assert_false: (v, text) => check(v === false, text || `${inspect(v)} is not false`),
  assert_equals: (a, b, text) => check(Object.is(a, b), text || `${inspect(a)} is not ${inspect(b)}`),
  assert_array_equals(a, b, text) {
    check(a.length === b.length, text || `${inspect(a)} is not ${inspect(b)}`)
    for (let i = 0; i < a.length; i++) check(Object.is(a[i], b[i]), text || `${inspect(a)} is not ${inspect(b)}`)
  },
  assert_throws_js(constructor, f, text) {
    try {
      f()
    } catch (err) {
      check(err instanceof constructor, `${text}: threw ${inspect(err)}`)
      return
    }
    check(false, `${text}: did not throw`)
  },
})

process.on('uncaughtException', (error) => {
  for (const listener of errorListeners) listener({ error })
  if (!allowUncaught) {
    for (const t of tests) if (!t.over) t.failure ??= error
    console.log(error)
    process.exit(1)
  }
})
process.on('exit', () => {
  let failed = tests.length === 0 ? 1 : 0
  for (const t of tests) {
    if (t.over && t.failure === undefined) continue
    failed++
    console.log(`Error in "${t.name}": ${t.failure ? t.failure.message : 'it did not end'}`)
  }
  if (failed > 0) process.exitCode = 1
})
