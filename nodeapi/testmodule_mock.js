// Mocks of functions, methods and properties. A mock of a function is a Proxy, so it has the name, the length and
// the properties of what it stands for; its property mock tells of its calls.
(function (errors, tools, loadTimers) {
  'use strict'
  const { apply, construct, get: reflectGet } = Reflect
  const { assign, defineProperty, getOwnPropertyDescriptor, getPrototypeOf } = Object
  const { slice } = Array.prototype
  const { get, set, has, delete: remove } = Map.prototype
  const TrueMap = Map
  const TrueProxy = Proxy
  const TrueError = Error
  const { invalidArgType, invalidArgValue } = errors
  const { check } = tools
  const copy = (list) => apply(slice, list, [0])
  const original = () => {} // stands for the method itself
  const empty = () => function original() {}

  function checkName(v, name) {
    if (typeof v !== 'string' && typeof v !== 'symbol') throw invalidArgType(name, 'one of type string or symbol', v)
  }

  function checkTimes(v) {
    if (v !== Infinity) check.integer(v, 'options.times', 1)
  }

  class MockFunctionContext {
    #calls = []
    #once = new TrueMap()
    #implementation
    #restore
    #times
    constructor(implementation, restore, times) {
      this.#implementation = implementation
      this.#restore = restore
      this.#times = times
    }
    get calls() {
      return copy(this.#calls)
    }
    callCount() {
      return this.#calls.length
    }
    mockImplementation(implementation) {
      check.fn(implementation, 'implementation')
      this.#implementation = implementation
    }
    mockImplementationOnce(implementation, onCall) {
      check.fn(implementation, 'implementation')
      const next = this.#calls.length
      const call = onCall ?? next
      check.integer(call, 'onCall', next)
      apply(set, this.#once, [call, implementation])
    }
    restore() {
      const { descriptor, object, methodName, fn } = this.#restore
      if (methodName !== undefined) defineProperty(object, methodName, assign({ __proto__: null }, descriptor))
      else this.#implementation = fn
    }
    resetCalls() {
      this.#calls = []
    }
    // next gives the function of the next call. After the last of a number of calls the original is back.
    static next(context) {
      const call = context.#calls.length
      const f = apply(get, context.#once, [call]) ?? context.#implementation
      if (call + 1 === context.#times) context.restore()
      apply(remove, context.#once, [call])
      return f
    }
    static track(context, call) {
      context.#calls[context.#calls.length] = call
    }
  }
  const { next, track } = MockFunctionContext
  delete MockFunctionContext.next
  delete MockFunctionContext.track

  function mocked(target, context) {
    const record = (list, error, result, asClass, self) => track(context, {
      __proto__: null, arguments: list, error, result, stack: new TrueError(), target: asClass, this: self,
    })
    return new TrueProxy(target, {
      __proto__: null,
      apply(_, self, given) {
        const list = copy(given) // the engine reuses what it gives
        const f = next(context)
        let result
        let error
        try {
          result = apply(f, self, list)
        } catch (e) {
          error = e
          throw e
        } finally {
          record(list, error, result, undefined, self)
        }
        return result
      },
      construct(_, given, newTarget) {
        const list = copy(given)
        const f = next(context)
        let result
        let error
        try {
          result = construct(f, list, newTarget)
        } catch (e) {
          error = e
          throw e
        } finally {
          record(list, error, result, target, result)
        }
        return result
      },
      get(_, property, receiver) {
        return property === 'mock' ? context : reflectGet(target, property, receiver)
      },
    })
  }

  class MockPropertyContext {
    #object
    #name
    #value
    #first
    #descriptor
    #accesses = []
    #once = new TrueMap()
    constructor(object, name, replace, value) {
      this.#object = object
      this.#name = name
      this.#first = object[name]
      this.#value = replace ? value : this.#first
      this.#descriptor = getOwnPropertyDescriptor(object, name)
      if (!this.#descriptor) throw invalidArgValue('propertyName', name, 'is not a property of the object')
      const { configurable, enumerable } = this.#descriptor
      defineProperty(object, name, {
        __proto__: null,
        configurable,
        enumerable,
        get: () => this.#access('get', this.#value),
        set: (v) => this.mockImplementation(v),
      })
    }
    get accesses() {
      return copy(this.#accesses)
    }
    accessCount() {
      return this.#accesses.length
    }
    mockImplementation(value) {
      if (!this.#descriptor.writable) throw invalidArgValue('propertyName', this.#name, 'cannot be set')
      this.#value = this.#access('set', value)
    }
    mockImplementationOnce(value, onAccess) {
      const next = this.#accesses.length
      const access = onAccess ?? next
      check.integer(access, 'onAccess', next)
      apply(set, this.#once, [access, value])
    }
    resetAccesses() {
      this.#accesses = []
    }
    restore() {
      defineProperty(this.#object, this.#name, assign({ __proto__: null }, this.#descriptor, { value: this.#first }))
    }
    #access(type, value) {
      const at = this.#accesses.length
      if (apply(has, this.#once, [at])) {
        value = apply(get, this.#once, [at])
        apply(remove, this.#once, [at])
      }
      this.#accesses[at] = { __proto__: null, type, value, stack: new TrueError() }
      return value
    }
  }

  function findDescriptor(object, name) {
    for (let o = object; o !== null; o = getPrototypeOf(o)) {
      const d = getOwnPropertyDescriptor(o, name)
      if (d) return d
    }
    return undefined
  }

  const isOptions = (v) => v !== null && typeof v === 'object'
  let MockTimers

  class MockTracker {
    #mocks = []
    #timers
    get timers() {
      return this.#timers ??= new (MockTimers ??= loadTimers())()
    }
    fn(fn = empty(), implementation = fn, options = {}) {
      if (isOptions(fn)) {
        options = fn
        fn = empty()
        implementation = fn
      } else if (isOptions(implementation)) {
        options = implementation
        implementation = fn
      }
      check.fn(fn, 'original')
      check.fn(implementation, 'implementation')
      check.object(options, 'options')
      const { times = Infinity } = options
      checkTimes(times)
      return this.#add(fn, new MockFunctionContext(implementation, { __proto__: null, fn }, times))
    }
    method(object, methodName, implementation = original, options = {}) {
      checkName(methodName, 'methodName')
      if (typeof object !== 'function') check.object(object, 'object')
      if (isOptions(implementation)) {
        options = implementation
        implementation = original
      }
      check.fn(implementation, 'implementation')
      check.object(options, 'options')
      const { getter = false, setter = false, times = Infinity } = options
      check.boolean(getter, 'options.getter')
      check.boolean(setter, 'options.setter')
      checkTimes(times)
      if (setter && getter) throw invalidArgValue('options.setter', setter, "cannot be used with 'options.getter'")
      const descriptor = findDescriptor(object, methodName)
      const fn = getter ? descriptor?.get : setter ? descriptor?.set : descriptor?.value
      if (typeof fn !== 'function') throw invalidArgValue('methodName', fn, 'must be a method')
      const restore = { __proto__: null, descriptor, object, methodName, fn }
      const mock = this.#add(fn, new MockFunctionContext(implementation === original ? fn : implementation, restore, times))
      const replaced = { __proto__: null, configurable: descriptor.configurable, enumerable: descriptor.enumerable }
      if (getter) {
        replaced.get = mock
        replaced.set = descriptor.set
      } else if (setter) {
        replaced.get = descriptor.get
        replaced.set = mock
      } else {
        replaced.writable = descriptor.writable
        replaced.value = mock
      }
      defineProperty(object, methodName, replaced)
      return mock
    }
    getter(object, methodName, implementation = original, options = {}) {
      return this.#accessor('getter', object, methodName, implementation, options)
    }
    setter(object, methodName, implementation = original, options = {}) {
      return this.#accessor('setter', object, methodName, implementation, options)
    }
    property(object, propertyName, ...value) {
      check.object(object, 'object')
      checkName(propertyName, 'propertyName')
      const context = new MockPropertyContext(object, propertyName, value.length > 0, value[0])
      this.#mocks[this.#mocks.length] = context
      return new TrueProxy(object, {
        __proto__: null,
        get(target, property, receiver) {
          return property === 'mock' ? context : reflectGet(target, property, receiver)
        },
      })
    }
    reset() {
      this.restoreAll()
      this.#timers?.reset()
      this.#mocks = []
    }
    restoreAll() {
      for (let i = 0; i < this.#mocks.length; i++) this.#mocks[i].restore()
    }
    #accessor(kind, object, methodName, implementation, options) {
      if (isOptions(implementation)) {
        options = implementation
        implementation = original
      } else {
        check.object(options, 'options')
      }
      const wanted = options[kind] ?? true
      if (wanted === false) throw invalidArgValue('options.' + kind, wanted, 'cannot be false')
      return this.method(object, methodName, implementation, assign({ __proto__: null }, options, { [kind]: wanted }))
    }
    #add(fn, context) {
      this.#mocks[this.#mocks.length] = context
      return mocked(fn, context)
    }
  }

  return MockTracker
})
