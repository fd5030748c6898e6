// The module async_hooks on a handful of native functions. Everything built in
// that it uses is taken when it loads.
(function (native, errors) {
  'use strict'
  const { apply, defineProperty } = Reflect
  const { is } = Object
  const { frame, setFrame, storeGet, storeSet, storeDelete, newId, currentId, currentTrigger, currentResource, inScope,
    emitInit, emitDestroy, addHook, removeHook, dispose } = native
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

  let frameOf

  class AsyncResource {
    static {
      frameOf = (resource) => resource.#frame
    }
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

  // What withScope returns: put at the head of a block by using, it takes the store back at its end.
  class RunScope {
    #old
    #done = false
    constructor(old) {
      this.#old = old
    }
    dispose() {
      if (!this.#done) {
        this.#done = true
        setFrame(this.#old)
      }
    }
    [dispose]() {
      this.dispose()
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
      return this.#within(store, fn, args)
    }
    exit(fn, ...args) {
      return this.#within(undefined, fn, args)
    }
    // It puts back its own store only: what fn does to others stays. And as in Node,
    // nothing is put back if the store is the present one, not even what fn enters.
    #within(store, fn, args) {
      const old = storeGet(this, this.#default)
      if (is(old, store)) return apply(fn, null, args)
      storeSet(this, store)
      try {
        return apply(fn, null, args)
      } finally {
        storeSet(this, old)
      }
    }
    getStore() {
      return storeGet(this, this.#default)
    }
    withScope(store) {
      const old = frame()
      storeSet(this, store)
      return new RunScope(old)
    }
  }

  // EventEmitterAsyncResource of the module events: an emitter whose listeners run
  // in the context it was made in.
  function emitterClass(EventEmitter) {
    const { emit } = EventEmitter.prototype
    return class EventEmitterAsyncResource extends EventEmitter {
      #resource
      constructor(options = undefined) {
        let name
        if (typeof options === 'string') {
          name = options
          options = undefined
        } else {
          if (new.target === EventEmitterAsyncResource && (options === undefined || typeof options.name !== 'string')) {
            throw invalidArgType('options.name', 'of type string', options === undefined ? undefined : options.name)
          }
          name = (options && options.name) || new.target.name
        }
        super(options)
        const emitter = this
        this.#resource = new (class EventEmitterReferencingAsyncResource extends AsyncResource {
          get eventEmitter() {
            return emitter
          }
        })(name, options)
      }
      emit(event, ...args) {
        const all = [event]
        for (let i = 0; i < args.length; i++) all[i + 1] = args[i]
        return inScope(this.#resource.asyncId(), this.#resource.triggerAsyncId(), frameOf(this.#resource), this.#resource, emit, this, all)
      }
      emitDestroy() {
        this.#resource.emitDestroy()
      }
      get asyncId() {
        return this.#resource.asyncId()
      }
      get triggerAsyncId() {
        return this.#resource.triggerAsyncId()
      }
      get asyncResource() {
        return this.#resource
      }
    }
  }

  return {
    emitterClass,
    AsyncLocalStorage,
    createHook,
    executionAsyncId: function executionAsyncId() { return currentId() },
    triggerAsyncId: function triggerAsyncId() { return currentTrigger() },
    executionAsyncResource: function executionAsyncResource() { return currentResource() },
    asyncWrapProviders: { __proto__: null },
    AsyncResource,
  }
})
