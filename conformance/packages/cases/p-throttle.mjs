// A throttle over a window, and a debounce of promises.
import pThrottle from 'p-throttle'
import pDebounce from 'p-debounce'

const started = performance.now()
const throttle = pThrottle({ limit: 2, interval: 60 })
const windows = []
const call = throttle(async (i) => { windows.push(Math.floor((performance.now() - started + 5) / 60)); return i })
console.log(await Promise.all([1, 2, 3, 4].map((i) => call(i))))
console.log(windows[0] === windows[1], windows[2] > windows[1])
let runs = 0
const debounced = pDebounce(async (x) => { runs++; return x }, 20)
console.log(await Promise.all([debounced(1), debounced(2), debounced(3)]), runs)
