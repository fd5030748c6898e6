'use strict'
// Stand-in for internal/test/binding: what the bindings of timers tell.
const timers = {
  getLibuvNow() {
    const t = setTimeout(() => {}, 1)
    clearTimeout(t)
    return t._idleStart
  },
}
module.exports = {
  internalBinding(name) {
    if (name === 'timers') return timers
    throw new Error(`No such binding: ${name}`)
  },
}
