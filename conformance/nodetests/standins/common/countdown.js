'use strict'
// Stand-in: calls back when dec() was called limit times.
const assert = require('assert')
const common = require('./')

module.exports = class Countdown {
  constructor(limit, done) {
    assert.strictEqual(typeof limit, 'number')
    assert.strictEqual(typeof done, 'function')
    this.remaining = limit
    this.done = common.mustCall(done)
  }
  dec() {
    assert(this.remaining > 0, 'Countdown expired')
    if (--this.remaining === 0) this.done()
    return this.remaining
  }
}
