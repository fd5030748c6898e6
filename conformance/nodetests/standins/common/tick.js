'use strict'
// Stand-in: lets x turns of the immediates pass, then calls back.
module.exports = function tick(turns, done) {
  const turn = () => {
    if (--turns > 0) setImmediate(turn)
    else if (done !== undefined) done()
  }
  setImmediate(turn)
}
