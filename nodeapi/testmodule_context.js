// What the functions of tests and suites are given: their contexts, and the plan of a test. A context shows
// nothing of the test but what its methods do.
(function (native, tools, assertions, MockTracker) {
  'use strict'
  const { apply } = Reflect
  const { setTimeout, clearTimeout, location, failedOk, env } = native
  const { invalidArgType } = native.errors
  const { check, deferred, failure, maxTimeout } = tools

  // Plan counts assertions and subtests. With wait the test does not end before all were made, or the time is over.
  class Plan {
    #forever = false
    #waiting = null
    #timer = null
    actual = 0
    constructor(count, options) {
      check.uint32(count, 'count')
      check.object(options, 'options')
      this.expected = count
      const { wait } = options
      if (typeof wait === 'boolean') {
        this.wait = wait
        this.#forever = wait
      } else if (typeof wait === 'number') {
        check.number(wait, 'options.wait', 0, maxTimeout)
        this.wait = wait
      } else if (wait !== undefined) {
        throw invalidArgType('options.wait', 'one of type boolean or number', wait)
      }
    }
    // check returns a promise if it has to be waited for.
    check() {
      if (this.actual === this.expected) {
        clearTimeout(this.#timer)
        this.#waiting?.resolve()
        this.#waiting = this.#timer = null
        return undefined
      }
      if (this.wait === undefined || this.wait === false) {
        throw failure('plan expected ' + this.expected + ' assertions but received ' + this.actual, 'testCodeFailure')
      }
      if (this.#waiting === null) {
        const d = this.#waiting = deferred()
        if (!this.#forever) {
          this.#timer = setTimeout(() => {
            d.reject(failure('plan timed out after ' + this.wait + 'ms with ' + this.actual + ' assertions when expecting ' + this.expected, 'testTimeoutFailure'))
          }, this.wait)
        }
      }
      return this.#waiting.promise
    }
    count() {
      this.actual++
      if (this.#waiting !== null) this.check()
    }
  }

  function fullName(test) {
    let name = test.name
    for (let t = test.parent; t !== null && t !== test.root; t = t.parent) name = t.name + ' > ' + name
    return name
  }

  class TestContext {
    #test
    #assert
    constructor(test) {
      this.#test = test
    }
    get signal() {
      return this.#test.signal
    }
    get name() {
      return this.#test.name
    }
    get filePath() {
      return native.entryFile
    }
    get fullName() {
      return fullName(this.#test)
    }
    get error() {
      return this.#test.error
    }
    get passed() {
      return this.#test.passed
    }
    get attempt() {
      return 0
    }
    get tags() {
      return []
    }
    get workerId() {
      return +env('NODE_TEST_WORKER_ID') || undefined
    }
    diagnostic(message) {
      const { diagnostics } = this.#test
      diagnostics[diagnostics.length] = message
    }
    log(message) {
      check.string(message, 'message')
      native.report.log(this.#test.nesting, message)
    }
    plan(count, options = {}) {
      if (this.#test.plan !== null) throw failure('cannot set plan more than once', 'testCodeFailure')
      this.#test.plan = new Plan(count, options)
    }
    get assert() {
      if (this.#assert !== undefined) return this.#assert
      const { plan } = this.#test
      const out = this.#assert = { __proto__: null }
      const names = assertions.names()
      for (let i = 0; i < names.length; i++) {
        const f = assertions.get(names[i])
        out[names[i]] = (...args) => {
          if (plan !== null) plan.count()
          return apply(f, this, args)
        }
      }
      if (out.ok === undefined) {
        const ok = (...args) => {
          if (plan !== null) plan.count()
          if (!args[0]) failedOk(ok, args)
        }
        out.ok = ok
      }
      return out
    }
    get mock() {
      return this.#test.mock ??= new MockTracker()
    }
    runOnly(value) {
      this.#test.runOnlySubtests = Boolean(value)
    }
    skip(message) {
      this.#test.skipped = true
      this.#test.message = message
    }
    todo(message) {
      this.#test.isTodo = true
      this.#test.message = message
    }
    test(name, options, fn) {
      const loc = location()
      if (this.#test.plan !== null) this.#test.plan.count()
      return this.#test.createSubtest(native.Test, name, options, fn, loc, {}).start()
    }
    before(fn, options) {
      this.#test.createHook('before', fn, options, location())
    }
    after(fn, options) {
      this.#test.createHook('after', fn, options, location())
    }
    beforeEach(fn, options) {
      this.#test.createHook('beforeEach', fn, options, location())
    }
    afterEach(fn, options) {
      this.#test.createHook('afterEach', fn, options, location())
    }
    // waitFor calls a condition again and again until it neither throws nor rejects.
    waitFor(condition, options = {}) {
      check.fn(condition, 'condition')
      check.object(options, 'options')
      const { interval = 50, timeout = 1000 } = options
      check.number(interval, 'options.interval', 0, maxTimeout)
      check.number(timeout, 'options.timeout', 0, maxTimeout)
      const d = deferred()
      let failed = false
      let cause
      let next
      const last = setTimeout(() => {
        const err = new native.Error('waitFor() timed out')
        if (failed) err.cause = cause
        clearTimeout(next)
        d.reject(err)
      }, timeout)
      const poll = async () => {
        try {
          const result = await condition()
          clearTimeout(last)
          d.resolve(result)
        } catch (err) {
          failed = true
          cause = err
          next = setTimeout(poll, interval)
        }
      }
      poll()
      return d.promise
    }
  }

  class SuiteContext {
    #suite
    constructor(suite) {
      this.#suite = suite
    }
    get signal() {
      return this.#suite.signal
    }
    get name() {
      return this.#suite.name
    }
    get filePath() {
      return native.entryFile
    }
    get fullName() {
      return fullName(this.#suite)
    }
    get passed() {
      return this.#suite.passed
    }
    get attempt() {
      return 0
    }
    diagnostic(message) {
      const { diagnostics } = this.#suite
      diagnostics[diagnostics.length] = message
    }
    log(message) {
      check.string(message, 'message')
      native.report.log(this.#suite.nesting, message)
    }
  }

  return { __proto__: null, TestContext, SuiteContext }
})
