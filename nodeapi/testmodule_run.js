// How tests, suites and hooks run, and when each is reported. Names and order are Node's:
//
//   start    a test runs now, or waits until its parent has room (by default for one at a time)
//   run      hooks, the function, its subtests, its plan, hooks; then postRun
//   postRun  cancels subtests that did not finish, and lets those that wait run
//   report   a test is reported when all that started before it were, so reports of concurrent tests do not mix
//
// Suites and hooks, which are tests of their kinds, are in testmodule_suite.js.
(function (native, tools, contexts, report, harness) {
  'use strict'
  const { apply } = Reflect
  const { keys } = Object
  const { max } = Math
  const { splice } = Array.prototype
  const { addEventListener, removeEventListener } = EventTarget.prototype
  const Controller = AbortController
  const { now, frame, inTest, isPromise, isRegExp, parallelism, queueMicrotask, assertThrows } = native
  const { invalidArgType, invalidArgValue } = native.errors
  const { callback, check, deferred, failure, isFailure, maxTimeout, onSettled, once, race, settled, stopper } = tools
  const noop = () => {}
  const shift = (list) => apply(splice, list, [0, 1])[0]

  function parseExpectFailure(v) {
    if (v === undefined || v === false) return false
    if (typeof v === 'string') return { __proto__: null, label: v, match: undefined }
    if (typeof v === 'function' || isRegExp(v)) return { __proto__: null, label: undefined, match: v }
    if (typeof v !== 'object') return { __proto__: null, label: undefined, match: undefined }
    const names = keys(v)
    if (names.length === 0) throw invalidArgValue('options.expectFailure', v, 'must not be an empty object')
    for (let i = 0; i < names.length; i++) {
      if (names[i] !== 'match' && names[i] !== 'label') return { __proto__: null, label: undefined, match: v }
    }
    return { __proto__: null, label: v.label, match: v.match }
  }

  class Test {
    kind = 'test'
    testNumber = 0
    reportedSubtests = 0
    diagnostics = []
    filtered = false
    hasOnly = false
    runOnlySubtests = false
    announced = false
    mock = null
    plan = null
    cancelled = false
    startTime = null
    endTime = null
    passed = false
    error = null
    finished = false
    built = false
    subtests = []
    pending = []
    active = 0
    unfinished = 0
    isUnfinished = false
    subtestsDone = null
    ready = { __proto__: null }
    readyCount = 0
    order = 0
    lastOrder = 0
    waitingOn = 0
    hooks = { __proto__: null, before: [], after: [], beforeEach: [], afterEach: [], ownAfterEach: 0 }
    #context
    #onOuterAbort = () => {
      const error = this.outerSignal?.reason || native.abortError('The test was aborted')
      if (typeof error === 'object') error.failureType = 'testAborted'
      this.cancel(error)
    }

    constructor(parent, { name, fn, options, loc, overrides }) {
      const { concurrency, timeout, signal } = options
      const skip = overrides.skip ?? options.skip
      const todo = overrides.todo ?? options.todo
      if (typeof fn !== 'function') fn = noop
      this.frame = frame()
      this.name = typeof name === 'string' && name !== '' ? name : (fn !== noop && fn.name) || '<anonymous>'
      this.parent = parent
      this.loc = loc
      this.only = overrides.only ?? options.only
      this.concurrency = parent === null ? 1 : parent.concurrency
      this.timeout = parent === null ? null : parent.timeout
      this.nesting = parent === null ? 0 : parent.parent === null ? parent.nesting : parent.nesting + 1
      this.root = parent === null ? this : parent.root
      if (parent !== null && this.only) {
        parent.runOnlySubtests = true
        if (parent === this.root || parent.startTime === null) {
          for (let t = parent; t !== null && !t.hasOnly; t = t.parent) t.hasOnly = true
        }
      } else if (parent !== null && this.only === false) {
        fn = noop
      }
      if (typeof concurrency === 'number') {
        check.uint32(concurrency, 'options.concurrency', true)
        this.concurrency = concurrency
      } else if (typeof concurrency === 'boolean') {
        this.concurrency = !concurrency ? 1 : parent === null ? max(parallelism() - 1, 1) : Infinity
      } else if (concurrency != null) {
        throw invalidArgType('options.concurrency', 'one of type boolean or number', concurrency)
      }
      if (timeout != null && timeout !== Infinity) {
        check.number(timeout, 'options.timeout', 0, maxTimeout)
        this.timeout = timeout
      }
      if (skip) fn = noop
      this.abortController = new Controller()
      this.signal = this.abortController.signal
      this.outerSignal = signal
      check.signal(signal, 'options.signal')
      if (signal) apply(addEventListener, signal, ['abort', this.#onOuterAbort])
      this.fn = fn
      this.planned = options.plan
      this.expectFailure = parseExpectFailure(overrides.expectFailure ?? options.expectFailure) || parent?.expectFailure
      this.skipped = skip !== undefined && skip !== false
      this.isTodo = (todo !== undefined && todo !== false) || parent?.isTodo
      this.message = typeof skip === 'string' ? skip : typeof todo === 'string' ? todo : null
    }

    context() {
      return this.#context ??= new contexts.TestContext(this)
    }

    // createSubtest takes (name, options, fn), each of which may be missing.
    createSubtest(Factory, name, options, fn, loc, overrides) {
      if (typeof name === 'function') {
        fn = name
      } else if (name !== null && typeof name === 'object') {
        fn = options
        options = name
      } else if (typeof options === 'function') {
        fn = options
      }
      if (options === null || typeof options !== 'object') options = {}
      let parent = this
      const late = this.finished || this.built
      if (late) parent = this.root
      if (options.name !== undefined) name = options.name
      if (options.fn !== undefined) fn = options.fn
      const test = new Factory(parent, { __proto__: null, name, fn, options, loc, overrides })
      if (parent.waitingOn === 0) {
        parent.waitingOn = parent.subtests.length + 1
        parent.subtestsDone = deferred()
      }
      if (late) test.fail(failure('test could not be started because its parent finished', 'parentAlreadyFinished'))
      parent.subtests[parent.subtests.length] = test
      return test
    }

    createHook(name, fn, options, loc) {
      const hook = new harness.Hook(this, name, fn, options, loc)
      const list = this.hooks[name]
      if (name === 'before' && this.startTime !== null) {
        onSettled(hook.run(this.hookArguments()), () => {
          if (hook.error != null) this.fail(hook.error)
        })
      }
      // Hooks of a test run before those it has from its parents.
      if (name === 'afterEach') apply(splice, list, [this.hooks.ownAfterEach++, 0, hook])
      else list[list.length] = hook
    }

    inheritHooks() {
      const { beforeEach, afterEach } = this.parent.hooks
      apply(splice, this.hooks.beforeEach, insertAt(0, beforeEach))
      apply(splice, this.hooks.afterEach, insertAt(this.hooks.afterEach.length, afterEach))
    }

    start() {
      this.filter()
      if (!this.filtered) this.testNumber = ++this.parent.reportedSubtests
      this.isUnfinished = true
      this.parent.unfinished++
      native.report.begin()
      if (harness.building || this.parent.active >= this.parent.concurrency) {
        const d = deferred()
        this.parent.pending[this.parent.pending.length] = { __proto__: null, test: this, resolve: d.resolve }
        return d.promise
      }
      this.takeOrder()
      return this.filtered ? this.runFiltered() : this.run()
    }

    takeOrder() {
      if (this.order === 0) this.order = ++this.parent.lastOrder
    }

    // filter leaves out what has no only where something beside it has.
    filter() {
      if (this.error || this.only || this.hasOnly) return
      const { parent } = this
      this.filtered = parent.runOnlySubtests || parent.hasOnly || this.only === false
    }

    async startPending() {
      while (this.pending.length > 0 && this.active < this.concurrency) {
        const { test, resolve } = shift(this.pending)
        test.takeOrder()
        await (test.filtered ? test.runFiltered() : test.run())
        resolve()
      }
    }

    async runFiltered() {
      this.pass()
      this.subtests = []
      queueMicrotask(() => this.postRun())
    }

    aborted() {
      if (!this.signal.aborted && !this.outerSignal?.aborted) return false
      this.#onOuterAbort()
      return true
    }

    hookArguments() {
      const ctx = this.context()
      return { __proto__: null, ctx, arg: ctx }
    }

    async runHooks(name, args) {
      try {
        const list = this.hooks[name]
        for (let i = 0; i < list.length; i++) {
          await list[i].run(args)
          if (list[i].error) throw list[i].error
        }
      } catch (err) {
        const error = failure('failed running ' + name + ' hook', 'hookFailed')
        error.cause = isFailure(err) ? err.cause : err
        throw error
      }
    }

    // call runs the function: with done if it takes one parameter more than it gets.
    call(args) {
      const { fn } = this
      if (fn.length !== 2) return settled(inTest(this, fn, args.ctx, [args.arg]))
      const { promise, done } = callback()
      const result = inTest(this, fn, args.ctx, [args.arg, done])
      if (!isPromise(result)) return promise
      this.fail(failure('passed a callback but also returned a Promise', 'callbackAndPromisePresent'))
      return result
    }

    async run(args = this.hookArguments()) {
      const { parent } = this
      if (parent !== null) {
        parent.active++
        this.inheritHooks()
      }
      this.startTime ??= now()
      if (this.aborted()) return this.postRun()
      if (this.plan === null && this.planned) args.ctx.plan(this.planned)
      const wasSkipped = this.skipped
      const after = async () => {
        if (this.hooks.after.length > 0) await this.runHooks('after', args)
      }
      const afterEach = once(async () => {
        if (parent !== null && parent.hooks.afterEach.length > 0 && !wasSkipped) await parent.runHooks('afterEach', args)
      })
      let stop
      try {
        if (parent !== null && parent.hooks.before.length > 0) await parent.runHooks('before', parent.hookArguments())
        if (parent !== null && parent.hooks.beforeEach.length > 0 && !this.skipped) await parent.runHooks('beforeEach', args)
        stop = stopper(this.timeout, this.signal)
        await race([this.call(args), stop.promise])
        this.aborted()
        if (this.subtestsDone !== null) await race([this.subtestsDone.promise, stop.promise])
        const planned = this.plan?.check()
        if (planned) await race([planned, stop.promise])
        this.pass()
        await afterEach()
        await after()
      } catch (err) {
        if (!isFailure(err)) this.fail(failure(err, 'testCodeFailure'))
        else if (err.failureType === 'testTimeoutFailure') this.cancel(err)
        else this.fail(err)
        try { await afterEach() } catch { /* the test has failed already */ }
        try { await after() } catch { /* as above */ }
      } finally {
        stop?.dispose()
        if (parent !== null) this.abortController.abort()
      }
      // The root is done at the end of the process.
      if (parent !== null || this.kind === 'hook') this.postRun()
    }

    postRun(why) {
      this.endTime ??= now()
      this.startTime ??= this.endTime
      this.pending = []
      let failed = 0
      for (let i = 0; i < this.subtests.length; i++) {
        const subtest = this.subtests[i]
        if (!subtest.finished) {
          subtest.cancel(why)
          subtest.postRun(why)
        }
        if (!subtest.passed && !subtest.isTodo) failed++
      }
      if ((this.passed || this.parent === null) && failed > 0) {
        this.fail(failure(failed + ' subtest' + (failed > 1 ? 's' : '') + ' failed', 'subtestsFailed'))
      }
      if (this.outerSignal) apply(removeEventListener, this.outerSignal, ['abort', this.#onOuterAbort])
      this.mock?.reset()
      if (this.parent === null) {
        if (!this.finished) {
          this.finished = true
          report.end(this)
        }
        return
      }
      const { parent } = this
      if (!this.filtered) {
        this.testNumber ||= ++parent.reportedSubtests
        parent.active--
      }
      parent.addReady(this)
      parent.reportReady(false)
      parent.startPending()
    }

    addReady(subtest) {
      subtest.takeOrder()
      if (this.ready[subtest.order] === undefined) this.readyCount++
      this.ready[subtest.order] = subtest
      if (subtest.isUnfinished) {
        subtest.isUnfinished = false
        if (--this.unfinished === 0) this.subtestsDone.resolve()
      }
    }

    reportReady(mayReport) {
      const first = this.waitingOn
      const end = first + this.readyCount
      for (let i = first; i < end; i++) {
        const subtest = this.ready[i]
        if (subtest === undefined) return
        mayReport ||= this.isNext()
        if (!mayReport) return
        subtest.finalize()
        this.ready[i] = undefined
        this.readyCount--
      }
    }

    isNext() {
      return this.parent === null || this.parent.waitingOn === this.order && this.parent.isNext()
    }

    finalize() {
      this.reportReady(true)
      if (!this.filtered) report.test(this)
      this.parent.waitingOn++
      this.finished = true
      const { root } = this
      if (this.parent === root && root.waitingOn > root.subtests.length) root.run()
    }

    cancel(error) {
      if (this.endTime !== null || this.error !== null) return
      this.fail(error || failure('test did not finish before its parent and was cancelled', 'cancelledByParent'))
      this.cancelled = true
      this.abortController.abort()
    }

    fail(err) {
      if (this.error !== null) return
      this.passed = Boolean(this.expectFailure)
      this.error = err
      const match = this.expectFailure?.match
      if (match === undefined) return
      const thrown = isFailure(err) && err.failureType === 'testCodeFailure' && err.cause ? err.cause : err
      try {
        assertThrows(() => { throw thrown }, match)
      } catch (e) {
        this.passed = false
        this.error = failure('The test failed, but the error did not match the expected validation', 'testCodeFailure')
        this.error.cause = e
      }
    }

    pass() {
      if (this.error !== null) return
      this.passed = !this.expectFailure || this.skipped
      if (!this.passed) this.error = failure('test was expected to fail but passed', 'expectedFailure')
    }

    duration() {
      return (this.endTime - this.startTime) / 1e6
    }
  }

  // insertAt makes the arguments of splice that insert a list.
  function insertAt(at, list) {
    const args = [at, 0]
    for (let i = 0; i < list.length; i++) args[i + 2] = list[i]
    return args
  }

  return Test
})
