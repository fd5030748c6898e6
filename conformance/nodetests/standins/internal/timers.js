'use strict'
// Stand-in for internal/timers: a timer that does not keep the loop alive.
module.exports = {
  setUnrefTimeout(callback, after) {
    if (typeof callback !== 'function') setTimeout(callback)
    return setTimeout(callback, after).unref()
  },
}
