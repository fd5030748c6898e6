// The part of util that wraps functions of scripts. What it needs of the engine is captured here, at
// load; process is read when it is used.
(function (native, global) {
  'use strict'
  const { apply, construct } = Reflect
  const { defineProperty, defineProperties, getOwnPropertyDescriptor, getOwnPropertyDescriptors, getPrototypeOf, keys, setPrototypeOf } = Object
  const { isArray } = Array
  const { invalidArgType, isPromise, promisifyCustom, falsyRejection, formatWithOptions, format, inspect, env } = native
  const TruePromise = Promise
  const then = Promise.prototype.then
  const bind = Function.prototype.bind
  const upper = String.prototype.toUpperCase

  function needFunction(v, name) {
    if (typeof v !== 'function') throw invalidArgType(name, 'of type function', v)
  }

  function warn(message, type, code) {
    const process = global.process
    if (process && typeof process.emitWarning === 'function') process.emitWarning(message, type, code)
  }

  // Descriptors are looked at with names a script may have put on Object.prototype.
  function copyProperties(to, descriptors) {
    for (const key of Reflect.ownKeys(descriptors)) setPrototypeOf(descriptors[key], null)
    return defineProperties(to, descriptors)
  }

  function promisify(original) {
    needFunction(original, 'original')
    const custom = original[promisifyCustom]
    if (custom) {
      needFunction(custom, 'util.promisify.custom')
      return defineProperty(custom, promisifyCustom, {
        __proto__: null, value: custom, enumerable: false, writable: false, configurable: true,
      })
    }
    function fn(...args) {
      return new TruePromise((resolve, reject) => {
        args[args.length] = (err, value) => {
          if (err) return reject(err)
          resolve(value)
        }
        if (isPromise(apply(original, this, args))) {
          warn('Calling promisify on a function that returns a Promise is likely a mistake.', 'DeprecationWarning', 'DEP0174')
        }
      })
    }
    setPrototypeOf(fn, getPrototypeOf(original))
    defineProperty(fn, promisifyCustom, {
      __proto__: null, value: fn, enumerable: false, writable: false, configurable: true,
    })
    return copyProperties(fn, getOwnPropertyDescriptors(original))
  }
  promisify.custom = promisifyCustom

  function callbackify(original) {
    needFunction(original, 'original')
    function callbackified(...args) {
      const last = args.length - 1
      const callback = args[last]
      needFunction(callback, 'last argument')
      args.length = last
      const cb = apply(bind, callback, [this])
      const { nextTick } = global.process
      apply(then, apply(original, this, args), [
        (value) => nextTick(cb, null, value),
        (reason) => nextTick(rejected, reason, cb),
      ])
    }
    const descriptors = getOwnPropertyDescriptors(original)
    if (typeof descriptors.length.value === 'number') descriptors.length.value++
    if (typeof descriptors.name.value === 'string') descriptors.name.value += 'Callbackified'
    return copyProperties(callbackified, descriptors)
  }

  // null and undefined say "no error" to a callback, so a rejection with them is wrapped.
  function rejected(reason, cb) {
    return cb(reason || falsyRejection(reason))
  }

  const warned = { __proto__: null }

  function deprecate(fn, msg, code, { modifyPrototype = true } = {}) {
    if (code !== undefined && typeof code !== 'string') throw invalidArgType('code', 'of type string', code)
    let done = false
    function deprecated(...args) {
      const process = global.process
      if (!done && !(process && process.noDeprecation)) {
        done = true
        if (code === undefined) {
          warn(msg, 'DeprecationWarning')
        } else if (!warned[code]) {
          warned[code] = true
          warn(msg, 'DeprecationWarning', code)
        }
      }
      return new.target ? construct(fn, args, new.target) : apply(fn, this, args)
    }
    if (modifyPrototype) {
      setPrototypeOf(deprecated, fn)
      if (fn.prototype) deprecated.prototype = fn.prototype
      const length = getOwnPropertyDescriptor(fn, 'length')
      if (length) defineProperty(deprecated, 'length', setPrototypeOf(length, null))
    }
    return deprecated
  }

  function inherits(ctor, superCtor) {
    if (ctor === undefined || ctor === null) throw invalidArgType('ctor', 'of type function', ctor)
    if (superCtor === undefined || superCtor === null) throw invalidArgType('superCtor', 'of type function', superCtor)
    if (superCtor.prototype === undefined) throw invalidArgType('superCtor.prototype', 'of type object', superCtor.prototype)
    defineProperty(ctor, 'super_', { __proto__: null, value: superCtor, writable: true, configurable: true })
    setPrototypeOf(ctor.prototype, superCtor.prototype)
  }

  function _extend(target, source) {
    if (source === null || typeof source !== 'object') return target
    const names = keys(source)
    for (let i = names.length - 1; i >= 0; i--) target[names[i]] = source[names[i]]
    return target
  }

  // NODE_DEBUG is read at the first use of a section.
  function debuglog(set, cb) {
    let enabled
    let write
    function test() {
      if (enabled === undefined) {
        set = apply(upper, set, [])
        enabled = env(set)
      }
      return enabled
    }
    function print(...args) {
      const { pid, stderr } = global.process
      stderr.write(format('%s %s: %s\n', set, inspect(pid), apply(formatWithOptions, undefined, [{}, ...args])))
    }
    const logger = (...args) => {
      if (enabled === false) return
      if (write === undefined) {
        write = test() ? print : () => {}
        if (typeof cb === 'function') {
          defineProperty(write, 'enabled', { __proto__: null, get() { return enabled }, configurable: true, enumerable: true })
          cb(write)
        }
      }
      return apply(write, undefined, args)
    }
    defineProperty(logger, 'enabled', { __proto__: null, get() { return test() }, configurable: true, enumerable: true })
    return logger
  }

  return {
    promisify, callbackify, deprecate, inherits, debuglog,
    _extend: deprecate(_extend, 'The `util._extend` API is deprecated. Please use Object.assign() instead.', 'DEP0060'),
    isArray: deprecate(isArray, 'The `util.isArray` API is deprecated. Please use `Array.isArray()` instead.', 'DEP0044'),
  }
})
