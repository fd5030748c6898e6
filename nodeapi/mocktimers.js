// mock.timers: timers, Date and AbortSignal.timeout on a clock that a program moves by hand. Functions of the
// global object, of timers and of timers/promises are replaced while it is enabled. Timers are in a binary heap by
// the time they run and by their number; runAll goes, as in Node, to the time of the heap's last element.
(function (native, errors, tools, Ticks) {
  'use strict'
  const { apply } = Reflect
  const { assign, defineProperty, getOwnPropertyDescriptor, getOwnPropertyDescriptors, defineProperties } = Object
  const { isNaN } = Number
  const { isArray } = Array
  const { toString: functionText } = Function.prototype
  const { getTime, toString: dateText } = Date.prototype
  const { timers, promises, global, abortError, onAbort, isDate } = native
  const { invalidArgType, invalidArgValue, coded } = errors
  const { check, deferred, maxTimeout } = tools
  const Controller = AbortController
  const Signal = AbortSignal
  const { aborted: readAborted } = getOwnPropertyDescriptors(Signal.prototype)
  const { dispose } = Symbol
  const apis = ['setTimeout', 'setInterval', 'setImmediate', 'Date', 'scheduler.wait', 'AbortSignal.timeout']
  const isMocked = Symbol('MockTimers')

  const invalidState = (why) => coded('Error', 'ERR_INVALID_STATE', 'Invalid state: ' + why)

  // Queue is the heap; an element knows its place in it, which clearing needs.
  class Queue {
    #heap = [undefined]
    #size = 0
    first() {
      return this.#size > 0 ? this.#heap[1] : undefined
    }
    last() {
      return this.#size > 0 ? this.#heap[this.#size] : undefined
    }
    insert(timer) {
      this.#rise(++this.#size, timer)
    }
    remove(at) {
      const moved = this.#heap[this.#size]
      this.#heap[this.#size--] = undefined
      if (this.#size === 0 || at > this.#size) return
      if (at > 1 && before(moved, this.#heap[at >> 1]) < 0) this.#rise(at, moved)
      else this.#sink(at, moved)
    }
    #put(at, timer) {
      this.#heap[at] = timer
      timer.priorityQueuePosition = at
    }
    #rise(at, timer) {
      while (at > 1) {
        const parent = this.#heap[at >> 1]
        if (before(parent, timer) <= 0) break
        this.#put(at, parent)
        at >>= 1
      }
      this.#put(at, timer)
    }
    #sink(at, timer) {
      while (2 * at <= this.#size) {
        let child = 2 * at
        if (child < this.#size && before(this.#heap[child + 1], this.#heap[child]) < 0) child++
        if (before(timer, this.#heap[child]) <= 0) break
        this.#put(at, this.#heap[child])
        at = child
      }
      this.#put(at, timer)
    }
  }

  // before is negative if a runs before b. A time that is not a number is equal to any.
  const before = (a, b) => a.runAt - b.runAt || a.id - b.id

  class Timeout {
    #clear
    constructor(id, callback, runAt, interval, args, clear) {
      this.id = id
      this.callback = callback
      this.runAt = runAt
      this.interval = interval
      this.args = args
      this.#clear = clear
    }
    hasRef() {
      return true
    }
    ref() {
      return this
    }
    unref() {
      return this
    }
    refresh() {
      return this
    }
    close() {
      this.#clear(this)
      return this
    }
    [dispose]() {
      this.#clear(this)
    }
  }

  const isAborted = (signal) => apply(readAborted.get, signal, [])

  // listen calls fail when the signal of some options is aborted. It throws if it is already.
  function listen(options, fail) {
    const signal = options?.signal
    if (!signal) return () => {}
    check.signal(signal, 'options.signal')
    if (isAborted(signal)) throw abortError(signal.reason)
    return onAbort(signal, () => fail(abortError(signal.reason)))
  }

  class MockTimers {
    #now = 0
    #last = 0
    #enabled = false
    #queue = new Queue()
    #replaced = []
    #create = (interval, callback, delay, args) => {
      if (delay > maxTimeout) delay = 1
      const timer = new Timeout(++this.#last, callback, this.#now + delay, interval ? delay : undefined, args, this.#clear)
      this.#queue.insert(timer)
      return timer
    }
    #clear = (timer) => {
      if (timer?.priorityQueuePosition === undefined) return
      this.#queue.remove(timer.priorityQueuePosition)
      timer.priorityQueuePosition = undefined
      timer.interval = undefined
    }
    #later = async (delay, result, options) => {
      const d = deferred()
      const ignore = listen(options, d.reject)
      const timer = this.#create(false, d.resolve, delay, [])
      try {
        await d.promise
        return result
      } finally {
        ignore()
        this.#clear(timer)
      }
    }

    tick(time = 1) {
      this.#needEnabled()
      checkTime(time)
      this.#now += time
      for (let timer = this.#queue.first(); timer !== undefined && !(timer.runAt > this.#now); timer = this.#queue.first()) {
        apply(timer.callback, undefined, timer.args)
        if (this.#queue.first()?.id === timer.id) {
          this.#queue.remove(1)
          timer.priorityQueuePosition = undefined
        }
        if (timer.interval !== undefined) {
          timer.runAt += timer.interval
          this.#queue.insert(timer)
        }
      }
    }

    enable(options) {
      const given = assign({ __proto__: null }, options)
      if (this.#enabled) throw invalidState('MockTimers is already enabled!')
      if (isNaN(given.now)) throw invalidArgValue('now', given.now, 'epoch must be a positive integer received ' + given.now)
      const now = given.now || 0
      const wanted = given.apis || apis
      if (!isArray(wanted)) throw invalidArgType('options.apis', 'an instance of Array', wanted)
      for (let i = 0; i < wanted.length; i++) check.string(wanted[i], 'options.apis[' + i + ']')
      for (let i = 0; i < wanted.length; i++) {
        if (!isApi(wanted[i])) throw invalidArgValue('options.apis', wanted[i], 'option ' + wanted[i] + ' is not supported')
      }
      if (isDate(now)) {
        this.#now = apply(getTime, now, [])
      } else {
        check.number(now, 'initialTime')
        checkTime(now)
        this.#now = now
      }
      for (let i = 0; i < wanted.length; i++) this.#replace(wanted[i])
      this.#enabled = true
    }

    setTime(time = 0) {
      check.number(time, 'time')
      checkTime(time)
      this.#needEnabled()
      this.#now = time
    }

    [dispose]() {
      this.reset()
    }

    reset() {
      if (!this.#enabled) return
      for (let i = 0; i < this.#replaced.length; i++) {
        const { object, name, descriptor } = this.#replaced[i]
        if (descriptor === undefined) delete object[name]
        else defineProperty(object, name, descriptor)
      }
      this.#replaced = []
      this.#enabled = false
      this.#now = 0
      this.#queue = new Queue()
    }

    runAll() {
      this.#needEnabled()
      const timer = this.#queue.last()
      if (timer) this.tick(timer.runAt - this.#now)
    }

    #needEnabled() {
      if (!this.#enabled) throw invalidState('You should enable MockTimers first by calling the .enable function')
    }

    #set(object, name, value) {
      const descriptor = getOwnPropertyDescriptor(object, name)
      this.#replaced[this.#replaced.length] = { object, name, descriptor: descriptor && assign({ __proto__: null }, descriptor) }
      defineProperty(object, name, assign({ __proto__: null, configurable: true, enumerable: true, writable: true }, descriptor, { value }))
    }

    #both(name, value) {
      this.#set(global, name, value)
      this.#set(timers, name, value)
    }

    #replace(api) {
      switch (api) {
        case 'setTimeout':
          this.#both('setTimeout', (callback, delay, ...args) => this.#create(false, callback, delay, args))
          this.#both('clearTimeout', (timer) => this.#clear(timer))
          this.#set(promises, 'setTimeout', (delay, result, options) => this.#later(delay, result, options))
          break
        case 'setInterval':
          this.#both('setInterval', (callback, delay, ...args) => this.#create(true, callback, delay, args))
          this.#both('clearInterval', (timer) => this.#clear(timer))
          this.#set(promises, 'setInterval', (delay, value, options) => new Ticks((tick, fail) => {
            const ignore = listen(options, fail)
            const timer = this.#create(true, tick, delay, [])
            return () => {
              ignore()
              this.#clear(timer)
            }
          }, value))
          break
        case 'setImmediate': // in front of all that is due
          this.#both('setImmediate', (callback, ...args) => this.#create(false, callback, -1, args))
          this.#both('clearImmediate', (timer) => this.#clear(timer))
          this.#set(promises, 'setImmediate', (result, options) => this.#later(-1, result, options))
          break
        case 'Date':
          this.#set(global, 'Date', this.#mockDate())
          break
        case 'scheduler.wait':
          this.#set(promises.scheduler, 'wait', (delay, options) => this.#later(delay, undefined, options))
          break
        default:
          this.#set(Signal, 'timeout', this.#mockSignal())
      }
    }

    #mockSignal() {
      const create = this.#create
      return function timeout(delay) {
        check.uint32(delay, 'delay')
        const controller = new Controller()
        create(false, () => controller.abort(), delay, [])
        return controller.signal
      }
    }

    #mockDate() {
      const Real = global.Date
      if (Real.isMock) throw invalidState('Date is already being mocked!')
      const now = () => this.#now
      function MockDate(year, month, date, hours, minutes, seconds, ms) {
        if (!new.target) return apply(dateText, new Real(now()), [])
        switch (arguments.length) {
          case 0: return new Real(now())
          case 1: return new Real(year)
          case 2: return new Real(year, month)
          case 3: return new Real(year, month, date)
          case 4: return new Real(year, month, date, hours)
          case 5: return new Real(year, month, date, hours, minutes)
          case 6: return new Real(year, month, date, hours, minutes, seconds)
          default: return new Real(year, month, date, hours, minutes, seconds, ms)
        }
      }
      const own = getOwnPropertyDescriptors(Real)
      delete own.prototype
      defineProperties(MockDate, own)
      MockDate.now = function now() {
        return MockDate[isMocked]()
      }
      MockDate.toString = function toString() {
        return apply(functionText, Real, [])
      }
      defineProperties(MockDate, {
        [isMocked]: { __proto__: null, value: now },
        isMock: { __proto__: null, value: true, enumerable: true },
      })
      MockDate.prototype = Real.prototype
      return MockDate
    }
  }

  function isApi(name) {
    for (let i = 0; i < apis.length; i++) if (apis[i] === name) return true
    return false
  }

  function checkTime(time) {
    if (time < 0) throw invalidArgValue('time', 'positive integer', time)
  }

  return MockTimers
})
