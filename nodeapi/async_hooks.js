// The module async_hooks on a handful of native functions. Everything built in
// that it uses is taken when it loads.
(function (native, errors) {
  'use strict'
  const { apply, defineProperty } = Reflect
  const { frame, setFrame, storeGet, storeSet, storeDelete, newId, currentId, currentTrigger, currentResource, inScope,
    emitInit, emitDestroy, addHook, removeHook } = native
  const { invalidArgType, coded } = errors

  function needFunction(name, fn) {
    if (typeof fn !== 'function') throw invalidArgType(name, 'of type function', fn)
  }

  class AsyncHook {
    #callbacks
    #enabled = false
    constructor(callbacks) {
      this.#callbacks = callbacks
    }
    enable() {
      if (!this.#enabled) {
        this.#enabled = true
        addHook(this.#callbacks)
      }
      return this
    }
    disable() {
      if (this.#enabled) {
        this.#enabled = false
        removeHook(this.#callbacks)
      }
      return this
    }
  }

  function createHook(callbacks) {
    const kept = { __proto__: null }
    const names = ['init', 'before', 'after', 'destroy', 'promiseResolve']
    for (let i = 0; i < names.length; i++) {
      const fn = callbacks[names[i]]
      if (fn !== undefined && typeof fn !== 'function') {
        throw coded('TypeError', 'ERR_ASYNC_CALLBACK', 'hook.' + names[i] + ' must be a function')
      }
      kept[names[i]] = fn
    }
    return new AsyncHook(kept)
  }

  class AsyncResource {
    #id
    #trigger
    #frame
    constructor(type, options = {}) {
      if (typeof type !== 'string') throw invalidArgType('type', 'of type string', type)
      let trigger = currentId()
      if (typeof options === 'number') trigger = options
      else if (options !== null && options !== undefined && options.triggerAsyncId !== undefined) trigger = options.triggerAsyncId
      if (typeof trigger !== 'number' || trigger < -1 || trigger % 1 !== 0) {
        throw coded('RangeError', 'ERR_INVALID_ASYNC_ID', 'Invalid triggerAsyncId value: ' + trigger)
      }
      this.#id = newId()
      this.#trigger = trigger
      this.#frame = frame()
      emitInit(this.#id, type, trigger, this)
    }
    runInAsyncScope(fn, thisArg, ...args) {
      return inScope(this.#id, this.#trigger, this.#frame, this, fn, thisArg, args)
    }
    emitDestroy() {
      emitDestroy(this.#id)
      return this
    }
    asyncId() {
      return this.#id
    }
    triggerAsyncId() {
      return this.#trigger
    }
    bind(fn, thisArg) {
      needFunction('fn', fn)
      const resource = this
      const bound = thisArg === undefined
        ? function (...args) { return inScope(resource.#id, resource.#trigger, resource.#frame, resource, fn, this, args) }
        : function (...args) { return inScope(resource.#id, resource.#trigger, resource.#frame, resource, fn, thisArg, args) }
      defineProperty(bound, 'length', { __proto__: null, configurable: true, enumerable: false, value: fn.length, writable: false })
      return bound
    }
    static bind(fn, type, thisArg) {
      needFunction('fn', fn)
      return new AsyncResource(type || fn.name || 'bound-anonymous-fn').bind(fn, thisArg)
    }
  }

  class AsyncLocalStorage {
    #default
    #name = ''
    constructor(options = {}) {
      if (options === null || typeof options !== 'object') throw invalidArgType('options', 'of type object', options)
      this.#default = options.defaultValue
      if (options.name !== undefined) this.#name = '' + options.name
    }
    get name() {
      return this.#name
    }
    static bind(fn) {
      needFunction('fn', fn)
      const kept = frame()
      const bound = function (...args) {
        const old = setFrame(kept)
        try {
          return apply(fn, this, args)
        } finally {
          setFrame(old)
        }
      }
      defineProperty(bound, 'length', { __proto__: null, configurable: true, enumerable: false, value: fn.length, writable: false })
      return bound
    }
    static snapshot() {
      const kept = frame()
      return function (fn, ...args) {
        const old = setFrame(kept)
        try {
          return apply(fn, undefined, args)
        } finally {
          setFrame(old)
        }
      }
    }
    disable() {
      storeDelete(this)
    }
    enterWith(store) {
      storeSet(this, store)
    }
    run(store, fn, ...args) {
      const old = frame()
      storeSet(this, store)
      try {
        return apply(fn, null, args)
      } finally {
        setFrame(old)
      }
    }
    exit(fn, ...args) {
      const old = frame()
      storeDelete(this)
      try {
        return apply(fn, null, args)
      } finally {
        setFrame(old)
      }
    }
    getStore() {
      return storeGet(this, this.#default)
    }
  }

  return {
    AsyncLocalStorage,
    createHook,
    executionAsyncId: function executionAsyncId() { return currentId() },
    triggerAsyncId: function triggerAsyncId() { return currentTrigger() },
    executionAsyncResource: function executionAsyncResource() { return currentResource() },
    asyncWrapProviders: { __proto__: null },
    AsyncResource,
  }
})
