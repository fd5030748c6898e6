// What the mocked setInterval of timers/promises returns: an iterator that gives a value for each time its timer
// ran. In Node it is an async generator, which the engine lacks; one request is served after the other, as there.
(function (tools) {
  'use strict'
  const { asyncIterator, asyncDispose } = Symbol
  const { deferred, onSettled, settled } = tools

  class Ticks {
    #start
    #value
    #stop
    #state = 'new'
    #ticks = 0
    #error
    #waiting
    #last = settled()
    constructor(start, value) {
      this.#start = start
      this.#value = value
    }
    next() {
      return this.#serve(() => this.#next())
    }
    return(value) {
      return this.#serve(async () => {
        this.#end()
        return { value: await value, done: true }
      })
    }
    throw(error) {
      return this.#serve(async () => {
        this.#end()
        throw error
      })
    }
    [asyncIterator]() {
      return this
    }
    [asyncDispose]() {
      return this.return()
    }
    #serve(f) {
      return this.#last = onSettled(this.#last, f, f)
    }
    async #next() {
      if (this.#state === 'done') return { value: undefined, done: true }
      try {
        if (this.#state === 'new') {
          this.#state = 'done'
          this.#stop = this.#start(() => this.#wake(1), (error) => this.#wake(0, error))
          this.#state = 'running'
        }
        if (this.#ticks === 0 && this.#error === undefined) {
          this.#waiting = deferred()
          await this.#waiting.promise
        }
        if (this.#ticks === 0) throw this.#error
        this.#ticks--
        return { value: await this.#value, done: false }
      } catch (error) {
        this.#end()
        throw error
      }
    }
    #wake(ticks, error) {
      if (this.#error !== undefined) return
      this.#ticks += ticks
      this.#error = error
      this.#waiting?.resolve()
      this.#waiting = undefined
    }
    #end() {
      this.#state = 'done'
      this.#stop?.()
      this.#stop = undefined
    }
  }

  return Ticks
})
