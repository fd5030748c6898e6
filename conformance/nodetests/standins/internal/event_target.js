'use strict'
// Stand-in for internal/event_target: an EventTarget that counts its listeners.
class NodeEventTarget extends EventTarget {
  #counts = new Map()
  addEventListener(type, ...rest) {
    super.addEventListener(type, ...rest)
    this.#counts.set(type, this.listenerCount(type) + 1)
  }
  removeEventListener(type, ...rest) {
    super.removeEventListener(type, ...rest)
    this.#counts.set(type, this.listenerCount(type) - 1)
  }
  listenerCount(type) {
    return this.#counts.get(type) || 0
  }
  on(type, listener) {
    this.addEventListener(type, listener)
    return this
  }
}
module.exports = { NodeEventTarget, EventTarget, Event }
