// The module assert: what throws what. AssertionError is in assert_error.js; the tests and the source of a
// call are native. Everything built in that it uses is taken when it loads.
(function (native, errors, AssertionError) {
  'use strict'
  const { apply } = Reflect
  const { assign, defineProperty, keys } = Object
  const { assertion, falsyMessage, format, inspect, isDeepStrictEqual, isError, isPromise, isRegExp, received, splitLines } = native
  const { invalidArgType, invalidArgValue, coded } = errors
  const BaseError = Error
  const toText = String
  const { isPrototypeOf } = Object.prototype
  const { toString: errorToString } = Error.prototype
  const { exec } = RegExp.prototype
  const { indexOf, slice } = String.prototype
  const Options = native.options

  const matches = (re, text) => apply(exec, re, [text]) !== null
  const cut = (text, from, to) => apply(slice, text, [from, to])

  // messageOf makes the message of what a caller gave behind the operands: a format with its arguments, an
  // error, which is thrown, or a function that is asked.
  function messageOf(args, actual, expected) {
    if (args.length === 0) return undefined
    const message = args[0]
    if (typeof message === 'string') return args.length > 1 ? apply(format, undefined, args) : message
    if (isError(message)) {
      if (args.length > 1) {
        throw ambiguous('message', 'The error message was passed as error object "' + apply(errorToString, message, []) +
          '" has trailing arguments that would be ignored.')
      }
      throw message
    }
    if (typeof message !== 'function') throw invalidArgType('message', 'one of type string or function', message)
    if (args.length > 1) {
      throw ambiguous('message', 'The error message with function "' + (message.name || 'anonymous') +
        '" has trailing arguments that would be ignored.')
    }
    try {
      const text = message(actual, expected)
      return typeof text === 'string' ? text : undefined
    } catch {
      return undefined
    }
  }

  function ambiguous(name, why) {
    return coded('TypeError', 'ERR_AMBIGUOUS_ARGUMENT', 'The "' + name + '" argument is ambiguous. ' + why)
  }

  function fail(actual, expected, message, operator, stackStartFn, diff, generated) {
    const err = new AssertionError({
      __proto__: null, message: messageOf(message, actual, expected), actual, expected, operator, stackStartFn, diff,
    })
    if (generated !== undefined) err.generatedMessage = generated
    throw err
  }

  // failedOk says what was falsy: what the caller said, or its source.
  function failedOk(fn, args) {
    if (args.length === 0) fail(undefined, true, ['No value argument passed to `assert.ok()`'], '==', fn, undefined, true)
    if (args[1] != null) fail(args[0], true, behind(args, 1), '==', fn, undefined, false)
    const text = falsyMessage()
    fail(args[0], true, text === undefined ? [] : [text], '==', fn, undefined, true)
  }

  function behind(args, from) {
    const out = []
    for (let i = from; i < args.length; i++) out[i - from] = args[i]
    return out
  }

  const diffOf = (self) => self?.[Options]?.diff

  // comparing makes an assertion about two values: a native function, which calls back when the test does
  // not hold. The operator is its name but for the oldest two.
  const comparing = (name, test, operator = name) => assertion(name, test, (self, fn, args) => {
    if (args.length < 2) throw coded('TypeError', 'ERR_MISSING_ARGS', 'The "actual" and "expected" arguments must be specified')
    fail(args[0], args[1], behind(args, 2), operator, fn, diffOf(self))
  })
  const truthy = (name) => assertion(name, 'truthy', (self, fn, args) => failedOk(fn, args))

  const assert = truthy('assert')
  const strict = truthy('strict')

  const methods = {
    ok: truthy('ok'),
    fail: function fail(message) {
      if (isError(message)) throw message
      const err = new AssertionError({
        __proto__: null, message: message === undefined ? 'Failed' : message, operator: 'fail', stackStartFn: fail, diff: diffOf(this),
      })
      if (message === undefined) err.generatedMessage = true
      throw err
    },
    equal: comparing('equal', 'equal', '=='),
    notEqual: comparing('notEqual', 'not equal', '!='),
    deepEqual: comparing('deepEqual', 'loose'),
    notDeepEqual: comparing('notDeepEqual', 'not loose'),
    deepStrictEqual: comparing('deepStrictEqual', 'strict'),
    notDeepStrictEqual: comparing('notDeepStrictEqual', 'not strict'),
    strictEqual: comparing('strictEqual', 'same'),
    notStrictEqual: comparing('notStrictEqual', 'not same'),
    partialDeepStrictEqual: comparing('partialDeepStrictEqual', 'partial'),
    throws: function throws(promiseFn, ...args) {
      expectError(throws, 'exception', thrownBy(promiseFn), args)
    },
    rejects: async function rejects(promiseFn, ...args) {
      expectError(rejects, 'rejection', await rejectionOf(promiseFn), args)
    },
    doesNotThrow: function doesNotThrow(fn, ...args) {
      expectNone(doesNotThrow, 'exception', thrownBy(fn), args)
    },
    doesNotReject: async function doesNotReject(fn, ...args) {
      expectNone(doesNotReject, 'rejection', await rejectionOf(fn), args)
    },
    ifError: function ifError(err) {
      if (err !== null && err !== undefined) throw unwanted(err, ifError, diffOf(this))
    },
    match: function match(string, regexp, ...message) {
      checkMatch(string, regexp, message, match, true)
    },
    doesNotMatch: function doesNotMatch(string, regexp, ...message) {
      checkMatch(string, regexp, message, doesNotMatch, false)
    },
  }

  // None stands for "nothing was thrown", which a thrown undefined is not.
  const None = {}

  function thrownBy(fn) {
    if (typeof fn !== 'function') throw invalidArgType('fn', 'of type function', fn)
    try {
      fn()
    } catch (e) {
      return e
    }
    return None
  }

  const looksLikePromise = (v) => isPromise(v) ||
    v !== null && typeof v === 'object' && typeof v.then === 'function' && typeof v.catch === 'function'

  async function rejectionOf(promiseFn) {
    let promise = promiseFn
    if (typeof promiseFn === 'function') {
      promise = promiseFn()
      if (!looksLikePromise(promise)) {
        throw coded('TypeError', 'ERR_INVALID_RETURN_VALUE',
          'Expected instance of Promise to be returned from the "promiseFn" function but got ' + received(promise) + '.')
      }
    } else if (!looksLikePromise(promiseFn)) {
      throw invalidArgType('promiseFn', 'of type function or an instance of Promise', promiseFn)
    }
    try {
      await promise
    } catch (e) {
      return e
    }
    return None
  }

  const errorTypes = 'of type function or an instance of Error, RegExp, or Object'

  function expectError(fn, what, actual, args) {
    let error = args[0]
    let message = args[1]
    if (typeof error === 'string') {
      if (args.length === 2) throw invalidArgType('error', errorTypes, error)
      if (typeof actual === 'object' && actual !== null) {
        if (actual.message === error) {
          throw ambiguous('error/message', 'The error message "' + actual.message + '" is identical to the message.')
        }
      } else if (actual === error) {
        throw ambiguous('error/message', 'The error "' + actual + '" is identical to the message.')
      }
      message = error
      error = undefined
    } else if (error != null && typeof error !== 'object' && typeof error !== 'function') {
      throw invalidArgType('error', errorTypes, error)
    }
    if (actual === None) {
      const name = error?.name ? ' (' + error.name + ')' : ''
      fail(undefined, error, ['Missing expected ' + what + name + (message ? ': ' + message : '.')], fn.name, fn)
    }
    if (error) checkError(actual, error, message, fn)
  }

  // Fields is what a validation object is compared by; its name shows in the diff.
  class Comparison {
    constructor(from, names, other) {
      for (let i = 0; i < names.length; i++) {
        const name = names[i]
        if (name in from) {
          const same = other !== undefined && typeof other[name] === 'string' && isRegExp(from[name]) && matches(from[name], other[name])
          this[name] = same ? other[name] : from[name]
        }
      }
    }
  }

  function checkError(actual, expected, message, fn) {
    let text
    if (typeof expected !== 'function') {
      if (!isRegExp(expected)) return checkFields(actual, expected, message, fn)
      const input = toText(actual)
      if (matches(expected, input)) return
      text = 'The input did not match the regular expression ' + inspect(expected) + '. Input:\n\n' + inspect(input) + '\n'
    } else if (expected.prototype !== undefined && actual instanceof expected) {
      return
    } else if (apply(isPrototypeOf, BaseError, [expected])) {
      text = 'The error is expected to be an instance of "' + expected.name + '". Received '
      if (isError(actual)) {
        const name = actual.constructor?.name || actual.name
        text += expected.name === name ? 'an error with identical name but a different prototype.' : '"' + name + '"'
        if (actual.message) text += '\n\nError message:\n\n' + actual.message
      } else {
        text += '"' + inspect(actual, { __proto__: null, depth: -1 }) + '"'
      }
    } else {
      const result = apply(expected, {}, [actual])
      if (result === true) return
      text = 'The ' + (expected.name ? '"' + expected.name + '" ' : '') + 'validation function is expected to return "true". Received ' +
        inspect(result)
      if (isError(actual)) text += '\n\nCaught error:\n\n' + actual
    }
    const err = new AssertionError({ __proto__: null, actual, expected, message: message || text, operator: fn.name, stackStartFn: fn })
    err.generatedMessage = !message
    throw err
  }

  function checkFields(actual, expected, message, fn) {
    if (typeof actual !== 'object' || actual === null) {
      const err = new AssertionError({ __proto__: null, actual, expected, message, operator: 'deepStrictEqual', stackStartFn: fn })
      err.operator = fn.name
      throw err
    }
    const names = keys(expected)
    if (expected instanceof BaseError) {
      names[names.length] = 'name'
      names[names.length] = 'message'
    } else if (names.length === 0) {
      throw invalidArgValue('error', expected, 'may not be an empty object')
    }
    for (let i = 0; i < names.length; i++) {
      const name = names[i]
      const value = expected[name]
      if (typeof actual[name] === 'string' && isRegExp(value) && matches(value, actual[name])) continue
      if (name in actual && isDeepStrictEqual(actual[name], expected[name])) continue
      if (message) fail(actual, expected, [message], fn.name, fn)
      const err = new AssertionError({
        __proto__: null,
        actual: new Comparison(actual, names),
        expected: new Comparison(expected, names, actual),
        operator: 'deepStrictEqual',
        stackStartFn: fn,
      })
      err.actual = actual
      err.expected = expected
      err.operator = fn.name
      throw err
    }
  }

  function expectNone(fn, what, actual, args) {
    if (actual === None) return
    let error = args[0]
    let message = args[1]
    if (typeof error === 'string') {
      message = error
      error = undefined
    }
    if (!error || isWanted(actual, error)) {
      fail(actual, error, ['Got unwanted ' + what + (message ? ': ' + message : '.') + '\nActual message: "' + actual?.message + '"'],
        fn.name, fn)
    }
    throw actual
  }

  function isWanted(actual, expected) {
    if (typeof expected !== 'function') {
      if (isRegExp(expected)) return matches(expected, toText(actual))
      throw invalidArgType('expected', 'of type function or an instance of RegExp', expected)
    }
    if (expected.prototype !== undefined && actual instanceof expected) return true
    if (apply(isPrototypeOf, BaseError, [expected])) return false
    return apply(expected, {}, [actual]) === true
  }

  // The error of ifError has the frames of the error it was given behind its own, each once.
  function unwanted(err, fn, diff) {
    let text
    if (typeof err === 'object' && typeof err.message === 'string') {
      text = err.message.length === 0 && err.constructor ? err.constructor.name : err.message
    } else {
      text = inspect(err)
    }
    const out = new AssertionError({
      __proto__: null, actual: err, expected: null, operator: 'ifError', message: 'ifError got unwanted exception: ' + text,
      stackStartFn: fn, diff,
    })
    const given = err.stack
    const at = typeof given === 'string' ? apply(indexOf, given, ['\n    at']) : -1
    if (at < 0) return out
    const frames = splitLines(cut(given, at + 1))
    const lines = splitLines(out.stack)
    let end = lines.length
    for (let i = 0; i < frames.length && end === lines.length; i++) {
      for (let j = 0; j < lines.length; j++) {
        if (lines[j] === frames[i]) {
          end = j
          break
        }
      }
    }
    let stack = lines[0]
    for (let i = 1; i < end; i++) stack += '\n' + lines[i]
    for (let i = 0; i < frames.length; i++) stack += '\n' + frames[i]
    out.stack = stack
    return out
  }

  function checkMatch(string, regexp, message, fn, wanted) {
    if (!isRegExp(regexp)) throw invalidArgType('regexp', 'an instance of RegExp', regexp)
    if (typeof string === 'string' && matches(regexp, string) === wanted) return
    const generated = message.length === 0
    if (!message[0]) {
      message[0] = typeof string !== 'string'
        ? 'The "string" argument must be of type string. Received type ' + typeof string + ' (' + inspect(string) + ')'
        : 'The input ' + (wanted ? 'did not' : 'was expected to not') + ' match the regular expression ' + inspect(regexp) +
          '. Input:\n\n' + inspect(string) + '\n'
    }
    fail(string, regexp, message, fn.name, fn, undefined, generated)
  }

  // An Assert is the functions with options of their own.
  function Assert(options) {
    if (!new.target) throw coded('TypeError', 'ERR_CONSTRUCT_CALL_REQUIRED', 'Class constructor Assert cannot be invoked without `new`')
    options = assign({ __proto__: null, strict: true, skipPrototype: false }, options)
    if (options.diff !== undefined && options.diff !== 'simple' && options.diff !== 'full') {
      throw invalidArgValue('options.diff', options.diff, "must be one of: 'simple', 'full'")
    }
    this.AssertionError = AssertionError
    defineProperty(this, Options, { __proto__: null, value: options, enumerable: false, configurable: false, writable: false })
    if (options.strict) {
      this.equal = this.strictEqual
      this.deepEqual = this.deepStrictEqual
      this.notEqual = this.notStrictEqual
      this.notDeepEqual = this.notDeepStrictEqual
    }
  }

  const inPrototype = ['fail', 'ok', 'equal', 'notEqual', 'deepEqual', 'notDeepEqual', 'deepStrictEqual', 'notDeepStrictEqual',
    'strictEqual', 'notStrictEqual', 'partialDeepStrictEqual', 'throws', 'rejects', 'doesNotThrow', 'doesNotReject', 'ifError',
    'match', 'doesNotMatch']
  for (let i = 0; i < inPrototype.length; i++) Assert.prototype[inPrototype[i]] = methods[inPrototype[i]]

  const exported = ['ok', 'fail', 'equal', 'notEqual', 'deepEqual', 'notDeepEqual', 'deepStrictEqual', 'notDeepStrictEqual',
    'strictEqual', 'notStrictEqual', 'partialDeepStrictEqual', 'match', 'doesNotMatch', 'throws', 'rejects', 'doesNotThrow',
    'doesNotReject', 'ifError']
  assert.AssertionError = AssertionError
  for (let i = 0; i < exported.length; i++) assert[exported[i]] = methods[exported[i]]
  assign(strict, assert, {
    equal: methods.strictEqual,
    deepEqual: methods.deepStrictEqual,
    notEqual: methods.notStrictEqual,
    notDeepEqual: methods.notDeepStrictEqual,
  })
  strict.Assert = Assert
  strict.strict = strict
  assert.strict = strict
  assert.Assert = Assert
  return { assert, strict, failedOk }
})
