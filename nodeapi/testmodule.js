// The module node:test: the functions a program declares its tests with, and the root of the tree they make. The
// root starts them when the main module has run, ends with the process and sets its exit code.
(function (native, tools, source, assert) {
  'use strict'
  const { apply } = Reflect
  const { assign, defineProperty, keys } = Object
  const { location, current, report, setInterval, clearInterval, queueMicrotask, onProcess, offProcess } = native
  const { check, deferred, all, failure } = tools
  const harness = { __proto__: null, building: true }
  const counts = { __proto__: null, tests: 0, suites: 0, passed: 0, failed: 0, cancelled: 0, skipped: 0, todo: 0 }
  let success = true

  // The assertions of t.assert: those of assert, and what a program registers.
  const methods = { __proto__: null }
  const copied = ['deepEqual', 'deepStrictEqual', 'doesNotMatch', 'doesNotReject', 'doesNotThrow', 'equal', 'fail', 'ifError', 'match',
    'notDeepEqual', 'notDeepStrictEqual', 'notEqual', 'notStrictEqual', 'partialDeepStrictEqual', 'rejects', 'strictEqual', 'throws']
  for (let i = 0; i < copied.length; i++) methods[copied[i]] = assert[copied[i]]
  const assertions = { __proto__: null, names: () => keys(methods), get: (name) => methods[name] }

  let MockTracker
  const loadMock = () => MockTracker ??= source.mock()
  function LazyMockTracker() {
    return new (loadMock())()
  }

  // reporter is told of what happens; the text is made by a native function.
  const reporter = {
    __proto__: null,
    test(test) {
      count(test)
      if (test.reportedSubtests === 0) announce(test.parent)
      report.result(test.nesting, test.passed, test.name, test.duration(), directive(test), test.message, test.error, test.loc)
      for (let i = 0; i < test.diagnostics.length; i++) report.log(test.nesting, test.diagnostics[i])
    },
    // hook reports the failure of an after hook of the root.
    hook(hook) {
      report.result(0, false, hook.loc.file, hook.duration(), '', null, hook.error, hook.loc)
    },
    end(root) {
      for (let i = 0; i < root.diagnostics.length; i++) report.log(0, root.diagnostics[i])
      const lines = ['tests', counts.tests, 'suites', counts.suites, 'pass', counts.passed, 'fail', counts.failed,
        'cancelled', counts.cancelled, 'skipped', counts.skipped, 'todo', counts.todo, 'duration_ms', root.duration()]
      for (let i = 0; i < lines.length; i += 2) report.log(0, lines[i] + ' ' + lines[i + 1])
      report.end()
      if (!success) native.setExitCode()
    },
  }

  // announce prints the names of the suites and tests around a test, once.
  function announce(test) {
    if (test.parent === null || test.announced) return
    test.announced = true
    announce(test.parent)
    report.start(test.nesting, test.name)
  }

  function directive(test) {
    if (test.skipped) return 'skip'
    if (test.isTodo) return 'todo'
    return test.expectFailure ? 'expectFailure' : ''
  }

  function count(test) {
    if (test.kind === 'suite') {
      counts.suites++
      if (!test.passed && !test.isTodo) success = false
      return
    }
    counts.tests++
    if (test.skipped) counts.skipped++
    else if (test.isTodo) counts.todo++
    else if (test.cancelled) counts.cancelled++
    else if (!test.passed) counts.failed++
    else counts.passed++
    if (!test.skipped && !test.isTodo && (test.cancelled || !test.passed)) success = false
  }

  const contexts = source.contexts(tools, assertions, LazyMockTracker)
  const Test = native.Test = source.run(tools, contexts, reporter, harness)
  const { Suite, Hook } = source.suite(tools, contexts, reporter, Test)
  harness.Hook = Hook

  let root = null

  function getRoot() {
    if (root !== null) return root
    root = new Test(null, { __proto__: null, name: '<root>', fn: undefined, options: { __proto__: null }, loc: undefined, overrides: {} })
    root.startTime = native.now()
    onProcess('uncaughtException', onException)
    onProcess('unhandledRejection', onRejection)
    onProcess('beforeExit', finish)
    return root
  }

  const onException = (err) => failRunning(err, 'uncaughtException')
  const onRejection = (err) => failRunning(err, 'unhandledRejection')

  // failRunning gives an exception that nobody caught to the test it comes from.
  function failRunning(err, event) {
    const test = current()
    if (test !== undefined && !test.finished && test.kind !== 'hook') {
      test.fail(failure(err, event))
      test.abortController.abort()
      return
    }
    const { diagnostics } = root
    let message = 'Error: A resource generated asynchronous activity after the test ended. This activity created the error "' + err +
      '" which triggered an ' + event + ' event, caught by the test runner.'
    if (test !== undefined) {
      const name = test.kind === 'hook' ? 'Test hook "' + test.hookName + '"' : 'Test "' + test.name + '"'
      const place = test.loc ? ' at ' + native.relative(test.loc.file) + ':' + test.loc.line + ':' + test.loc.column : ''
      message = 'Error: ' + name + place + ' generated asynchronous activity after the test ended. This activity created the error "' + err +
        '" and would have caused the test to fail, but instead triggered an ' + event + ' event.'
    }
    diagnostics[diagnostics.length] = message
    success = false
    native.setExitCode()
  }

  // finish ends the run when the process has nothing left to do. Tests that are still running are waited for as
  // long as something could wake them: a timer that is not ref'd, work of the host.
  async function finish() {
    offProcess('beforeExit', finish)
    if (root.subtests.length === 0 && (root.hooks.before.length > 0 || root.hooks.after.length > 0)) await root.run()
    if (root.subtestsDone !== null) {
      const idle = deferred()
      const keepAlive = setInterval(() => {
        if (native.nothingPending()) idle.resolve()
      }, 20)
      await tools.race([root.subtestsDone.promise, idle.promise])
      clearInterval(keepAlive)
    }
    root.postRun(failure('Promise resolution is still pending but the event loop has already resolved', 'cancelledByParent'))
    offProcess('uncaughtException', onException)
    offProcess('unhandledRejection', onRejection)
  }

  // The tests of the main module start when it has run and its suites are built.
  let built = null
  const builds = []

  function buildPhase() {
    if (built === null) {
      built = deferred()
      queueMicrotask(async () => {
        await all(builds)
        built.resolve()
      })
    }
    return built.promise
  }

  async function startWhenBuilt(test) {
    if (harness.building) {
      if (test.build) builds[builds.length] = test.build
      await buildPhase()
      harness.building = false
    }
    await test.start()
  }

  function declare(Factory, name, options, fn, loc, overrides) {
    const parent = current() || getRoot()
    const test = parent.createSubtest(Factory, name, options, fn, loc, overrides)
    return parent.kind === 'suite' ? tools.settled() : startWhenBuilt(test)
  }

  function declarer(Factory) {
    const test = (name, options, fn) => declare(Factory, name, options, fn, location(), {})
    const words = ['expectFailure', 'skip', 'todo', 'only']
    for (let i = 0; i < words.length; i++) {
      const overrides = { __proto__: null, [words[i]]: true }
      test[words[i]] = (name, options, fn) => declare(Factory, name, options, fn, location(), overrides)
    }
    return test
  }

  const hook = (name) => (fn, options) => {
    (current() || getRoot()).createHook(name, fn, options, location())
  }

  function getTestContext() {
    return current()?.context()
  }

  const test = declarer(Test)
  const suite = declarer(Suite)
  assign(test, {
    after: hook('after'), afterEach: hook('afterEach'), before: hook('before'), beforeEach: hook('beforeEach'),
    describe: suite, getTestContext, it: test, suite, test,
  })
  const getter = (name, make) => {
    let value
    defineProperty(test, name, { __proto__: null, configurable: true, enumerable: true, get: () => value ??= make() })
  }
  getter('mock', LazyMockTracker)
  getter('assert', () => ({
    __proto__: null,
    register(name, fn) {
      check.string(name, 'name')
      check.fn(fn, 'fn')
      methods[name] = fn
    },
  }))
  return test
})
