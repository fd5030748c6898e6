// What the files of node:test share: checks of arguments, promises that do not depend on what a script made
// of Promise, the error of a failed test, and what ends a test. Everything built in is taken when this loads.
(function (native, errors) {
  'use strict'
  const { apply } = Reflect
  const { invalidArgType, outOfRange, coded } = errors
  const { onAbort, setTimeout, clearTimeout } = native
  const { isInteger } = Number
  const { isArray } = Array
  const TruePromise = Promise
  const { then } = Promise.prototype
  const { add, has } = WeakSet.prototype
  const failures = new WeakSet()

  const check = {
    __proto__: null,
    fn(v, name) {
      if (typeof v !== 'function') throw invalidArgType(name, 'of type function', v)
    },
    object(v, name) {
      if (v === null || typeof v !== 'object' || isArray(v)) throw invalidArgType(name, 'of type object', v)
    },
    boolean(v, name) {
      if (typeof v !== 'boolean') throw invalidArgType(name, 'of type boolean', v)
    },
    string(v, name) {
      if (typeof v !== 'string') throw invalidArgType(name, 'of type string', v)
    },
    number(v, name, min, max) {
      if (typeof v !== 'number') throw invalidArgType(name, 'of type number', v)
      if (min !== undefined && !(v >= min && v <= max)) throw outOfRange(name, '>= ' + min + ' && <= ' + max, v)
    },
    integer(v, name, min = -9007199254740991, max = 9007199254740991) {
      if (typeof v !== 'number') throw invalidArgType(name, 'of type number', v)
      if (!isInteger(v)) throw outOfRange(name, 'an integer', v)
      if (v < min || v > max) throw outOfRange(name, '>= ' + min + ' && <= ' + max, v)
    },
    uint32(v, name, positive) {
      check.integer(v, name, positive ? 1 : 0, 4294967295)
    },
    signal(v, name) {
      if (v !== undefined && (v === null || typeof v !== 'object' || !('aborted' in v))) {
        throw invalidArgType(name, 'an instance of AbortSignal', v)
      }
    },
  }

  // deferred is a promise with its two functions.
  function deferred() {
    const d = { __proto__: null, promise: undefined, resolve: undefined, reject: undefined }
    d.promise = new TruePromise((resolve, reject) => {
      d.resolve = resolve
      d.reject = reject
    })
    return d
  }

  const onSettled = (promise, fulfilled, rejected) => apply(then, promise, [fulfilled, rejected])

  // relayed settles one turn of the microtasks after a promise. Node's race and all take three turns: tests that
  // run side by side print in its order only if they take as many here.
  function relayed(promise) {
    const d = deferred()
    onSettled(promise, d.resolve, d.reject)
    return d.promise
  }

  // race settles as the first of some promises does.
  function race(promises) {
    const d = deferred()
    for (let i = 0; i < promises.length; i++) onSettled(relayed(promises[i]), d.resolve, d.reject)
    return relayed(d.promise)
  }

  // all waits for every promise, or for the first that is rejected.
  function all(promises) {
    const d = deferred()
    let open = promises.length
    const done = () => {
      if (--open === 0) d.resolve()
    }
    if (open === 0) d.resolve()
    for (let i = 0; i < promises.length; i++) onSettled(relayed(promises[i]), done, d.reject)
    return relayed(d.promise)
  }

  // settled makes a promise of any value, as await does: without a look at the then of a promise.
  const later = async (v) => v
  const settled = (v) => native.isPromise(v) ? v : later(v)

  function once(f) {
    let called = false
    let result
    return (...args) => {
      if (!called) {
        called = true
        result = apply(f, undefined, args)
      }
      return result
    }
  }

  // failure makes the error that says why a test failed; its cause is what was thrown, or a text.
  function failure(cause, type) {
    const message = cause?.message ?? cause
    const err = coded('Error', 'ERR_TEST_FAILURE', typeof message === 'string' ? message : native.inspect(message))
    err.failureType = type
    err.cause = cause
    apply(add, failures, [err])
    return err
  }

  const isFailure = (err) => typeof err === 'object' && err !== null && apply(has, failures, [err])

  const maxTimeout = 2147483647

  // stopper ends a test from outside: its promise resolves when the signal is aborted, and is rejected when the
  // time is over.
  function stopper(timeout, signal) {
    const d = deferred()
    const ignore = onAbort(signal, d.resolve)
    if (timeout === null) return { __proto__: null, promise: d.promise, dispose: ignore }
    const timer = setTimeout(d.resolve, timeout)
    timer.unref()
    const promise = onSettled(d.promise, () => { throw failure('test timed out after ' + timeout + 'ms', 'testTimeoutFailure') })
    return {
      __proto__: null,
      promise,
      dispose() {
        ignore()
        clearTimeout(timer)
      },
    }
  }

  // callback is the done of a test that takes one.
  function callback() {
    const d = deferred()
    let calls = 0
    return {
      __proto__: null,
      promise: d.promise,
      done: (err) => {
        if (++calls === 2) throw failure('callback invoked multiple times', 'multipleCallbackInvocations')
        if (calls > 1) return
        if (err) d.reject(err)
        else d.resolve()
      },
    }
  }

  return { __proto__: null, check, deferred, onSettled, race, all, settled, once, failure, isFailure, maxTimeout, stopper, callback }
})
