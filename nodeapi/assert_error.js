// The class AssertionError. How two values differ is said by a native function. Everything built in that
// it uses is taken when it loads.
(function (native, errors) {
  'use strict'
  const { apply } = Reflect
  const { assign, create, defineProperty, getPrototypeOf } = Object
  const { failMessage, inspect, isError, splitLines } = native
  const { invalidArgType } = errors
  const { isArray } = Array
  const BaseError = Error
  const toText = String
  const { captureStackTrace } = Error
  const { hasOwnProperty } = Object.prototype
  const { slice } = String.prototype
  const inspectCustom = inspect.custom

  // showsDiff names the operators whose message is a diff, also below a heading of the caller's.
  const showsDiff = { __proto__: null, deepStrictEqual: true, strictEqual: true, partialDeepStrictEqual: true }

  // copyError leaves out the stack, so that two errors are shown without it.
  function copyError(source) {
    const copy = assign(create(getPrototypeOf(source)), source)
    defineProperty(copy, 'message', { __proto__: null, value: source.message })
    if (apply(hasOwnProperty, source, ['cause'])) {
      const { cause } = source
      defineProperty(copy, 'cause', { __proto__: null, value: isError(cause) ? copyError(cause) : cause })
    }
    return copy
  }

  const hasStack = (v) => typeof v === 'object' && v !== null && 'stack' in v && v instanceof BaseError

  class AssertionError extends Error {
    constructor(options) {
      if (options === null || typeof options !== 'object' || isArray(options)) throw invalidArgType('options', 'of type object', options)
      const { message, operator, stackStartFn, details, stackStartFunction, diff = 'simple' } = options
      let { actual, expected } = options
      if (message == null && hasStack(actual) && hasStack(expected)) {
        actual = copyError(actual)
        expected = copyError(expected)
      }
      super(message == null || showsDiff[operator] === true
        ? failMessage(operator, actual, expected, message, diff === 'full')
        : toText(message))
      this.generatedMessage = !message
      defineProperty(this, 'name', {
        __proto__: null, value: 'AssertionError [ERR_ASSERTION]', enumerable: false, writable: true, configurable: true,
      })
      this.code = 'ERR_ASSERTION'
      this.actual = details ? undefined : actual
      this.expected = details ? undefined : expected
      this.operator = details ? undefined : operator
      if (details) {
        for (let i = 0; i < details.length; i++) {
          this['message ' + i] = details[i].message
          this['actual ' + i] = details[i].actual
          this['expected ' + i] = details[i].expected
          this['operator ' + i] = details[i].operator
          this['stack trace ' + i] = details[i].stack
        }
      }
      captureStackTrace(this, stackStartFn || stackStartFunction)
      void this.stack // its first line has the name of this moment
      this.name = 'AssertionError'
      this.diff = diff
    }
    toString() {
      return this.name + ' [' + this.code + ']: ' + this.message
    }
    // What was compared is in the message already, so it is shown without depth, and long strings cut.
    [inspectCustom](depth, options) {
      const { actual, expected } = this
      if (typeof actual === 'string') this.actual = shorten(actual)
      if (typeof expected === 'string') this.expected = shorten(expected)
      const text = inspect(this, assign({ __proto__: null }, options, { customInspect: false, depth: 0 }))
      this.actual = actual
      this.expected = expected
      return text
    }
  }

  function shorten(text) {
    const lines = splitLines(text)
    if (lines.length > 10) {
      let out = lines[0]
      for (let i = 1; i < 10; i++) out += '\n' + lines[i]
      return out + '\n...'
    }
    return text.length > 512 ? apply(slice, text, [512]) + '...' : text
  }

  return AssertionError
})
