// The data: columns, one place for each callback, in the order they began. Times are
// nanoseconds since the beginning.
const D = JSON.parse(document.getElementById('data').textContent)
const N = D.kind.length
const LANES = ['phases', 'timers', 'poll', 'immediates', 'ticks', 'microtasks']
const KINDS = ['timer', 'immediate', 'tick', 'microtask', 'posted']
const LANE_OF = [1, 3, 4, 5, 2]
const T = { start: new Float64Array(N), end: new Float64Array(N), wall: new Float64Array(N), wend: new Float64Array(N), set: new Float64Array(N) }
const lanes = LANES.map(() => [])
const children = new Map() // callback -> those set in it
{
  if (!D.virtual) { D.wall = D.start; D.took = D.dur }
  let at = 0, wall = 0
  for (let i = 0; i < N; i++) {
    at += D.start[i]
    wall += D.wall[i]
    T.start[i] = at
    T.end[i] = at + D.dur[i]
    T.wall[i] = wall
    T.wend[i] = wall + D.took[i]
    T.set[i] = D.set[i] < 0 ? NaN : at - D.set[i]
    lanes[LANE_OF[D.kind[i]]].push(i)
    if (D.by[i] > 0) {
      const by = i - D.by[i]
      const list = children.get(by)
      if (list) list.push(i)
      else children.set(by, [i])
    }
  }
}
for (let l = 0; l < lanes.length; l++) lanes[l] = Int32Array.from(lanes[l])

const setIn = (i) => D.by[i] > 0 ? i - D.by[i] : -1
const nameOf = (i) => D.names[D.name[i]] // [function, source, origin]
const laneOf = (i) => LANE_OF[D.kind[i]]
let maxLate = 0
for (let i = 0; i < N; i++) if (D.kind[i] === 0 && D.late[i] > maxLate) maxLate = D.late[i]
const late = (i) => D.kind[i] === 0 ? Math.max(0, D.late[i]) : 0

const short = (place) => {
  const m = /^(.*?)( \(.*\))?$/.exec(place)
  return m[1].replace(/^(?!node:).*[\\/]/, '') + (m[2] || '')
}
const labelOf = (i) => {
  const [f, source, origin] = nameOf(i)
  return f || (source ? short(source) : origin ? 'set at ' + short(origin) : KINDS[D.kind[i]])
}

// span is a duration in words, to three digits.
const span = (ns) => {
  const a = Math.abs(ns)
  const three = (v) => Number(v.toPrecision(3)).toString()
  if (a === 0) return '0 ms'
  if (a < 1e3) return ns + ' ns'
  if (a < 999.5e3) return three(ns / 1e3) + ' µs'
  if (a < 999.5e6) return three(ns / 1e6) + ' ms'
  if (a < 120e9) return three(ns / 1e9) + ' s'
  let s = Math.round(a / 1e9)
  const parts = []
  for (const [n, u] of [[86400, 'd'], [3600, 'h'], [60, 'min'], [1, 's']]) {
    if (s >= n && parts.length < 2) { parts.push(Math.floor(s / n) + ' ' + u) }
    s %= n
  }
  return (ns < 0 ? '-' : '') + parts.join(' ')
}
// moment is a point in time, as fine as a step needs.
const moment = (ns, step) => {
  if (ns === 0) return '0'
  if (step >= 60e9) {
    const s = Math.round(ns / 1e9)
    const two = (n) => String(n).padStart(2, '0')
    const d = Math.floor(s / 86400)
    return (d ? d + ' d ' : '') + Math.floor(s / 3600) % 24 + ':' + two(Math.floor(s / 60) % 60) + (step % 60e9 || ns % 60e9 ? ':' + two(s % 60) : '')
  }
  const [unit, name] = step >= 1e9 ? [1e9, 's'] : step >= 1e3 ? [1e6, 'ms'] : [1e3, 'µs']
  const digits = Math.max(0, Math.min(6, -Math.floor(Math.log10(step / unit) + 1e-9)))
  return (ns / unit).toFixed(digits) + ' ' + name
}
// when is a point in time for lists.
const when = (ns) => {
  if (D.end < 600e9) return moment(ns, 1e4)
  const two = (n) => String(n).padStart(2, '0')
  const s = Math.floor(ns / 1e9)
  return (s >= 86400 ? Math.floor(s / 86400) + ' d ' : '') + Math.floor(s / 3600) % 24 + ':' + two(Math.floor(s / 60) % 60) + ':' + two(s % 60) + '.' + String(Math.floor(ns / 1e6) % 1000).padStart(3, '0')
}
