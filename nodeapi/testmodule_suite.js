// Suites and hooks. A suite is built at once, when describe is called, and runs later: it starts all its tests,
// which wait for each other. A hook is a test without a parent that runs again and again, but for before and after.
(function (native, tools, contexts, report, Test) {
  'use strict'
  const Controller = AbortController
  const { now, inTest } = native
  const { all, failure, isFailure, once, race, stopper } = tools
  const noop = () => {}

  class Hook extends Test {
    kind = 'hook'
    constructor(owner, name, fn, options, loc) {
      super(null, { __proto__: null, name: '', fn, loc, options: { __proto__: null, timeout: options?.timeout, signal: options?.signal }, overrides: {} })
      this.owner = owner
      this.hookName = name
      if (name === 'before' || name === 'after') this.run = once((args) => this.runOnce(args))
    }
    run(args) {
      return this.runOnce(args)
    }
    runOnce(args) {
      if (this.error && !this.outerSignal?.aborted) {
        this.passed = false
        this.error = null
        this.abortController.abort()
        this.abortController = new Controller()
        this.signal = this.abortController.signal
      }
      return super.run(args)
    }
    postRun() {
      const { error, owner } = this
      if (error && owner === owner.root && this.hookName === 'after') {
        if (isFailure(error)) error.failureType = 'hookFailed'
        this.endTime ??= now()
        report.hook(this)
      }
    }
  }

  class Suite extends Test {
    kind = 'suite'
    constructor(parent, spec) {
      super(parent, spec)
      if (spec.options.timeout == null) this.timeout = null
      this.build = this.#build()
      this.fn = noop
    }
    async #build() {
      try {
        const ctx = new contexts.SuiteContext(this)
        await inTest(this, this.fn, ctx, [ctx])
      } catch (err) {
        this.fail(failure(err, 'testCodeFailure'))
      }
      this.built = true
    }
    hookArguments() {
      const ctx = new contexts.SuiteContext(this)
      return { __proto__: null, ctx, arg: ctx }
    }
    async runFiltered() {
      await this.build
      return super.runFiltered()
    }
    async run() {
      this.inheritHooks()
      const args = this.hookArguments()
      const after = once(() => this.runHooks('after', args))
      let stop
      try {
        this.parent.active++
        await this.build
        this.startTime = now()
        if (this.aborted()) {
          this.subtests = []
          return this.postRun()
        }
        if (this.parent.hooks.before.length > 0) await this.parent.runHooks('before', this.parent.hookArguments())
        await this.runHooks('before', args)
        stop = stopper(this.timeout, this.signal)
        const started = []
        if (!this.skipped && !this.error) {
          for (let i = 0; i < this.subtests.length; i++) started[i] = this.subtests[i].start()
        }
        await race([all(started), stop.promise])
        await after()
        this.pass()
      } catch (err) {
        try { await after() } catch { /* the suite has failed already */ }
        this.fail(isFailure(err) ? err : failure(err, 'testCodeFailure'))
      } finally {
        stop?.dispose()
      }
      this.postRun()
    }
  }

  return { __proto__: null, Suite, Hook }
})
