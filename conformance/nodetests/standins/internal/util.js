'use strict'
// Stand-in for internal/util: sleep blocks the thread.
module.exports = {
  sleep(ms) {
    const end = performance.now() + ms
    while (performance.now() < end);
  },
}
