// The view: which part of time is shown, and by which clock.
const byReal = () => view.axis === 'real'
const view = { axis: 'loop', from: 0, to: 1, selected: -1, hover: -1, matches: [], isMatch: null, match: -1 }
const S = (i) => byReal() ? T.wall[i] : T.start[i]
const E = (i) => byReal() ? T.wend[i] : T.end[i]
const whole = () => {
  if (!byReal()) return [0, Math.max(D.end, 1)]
  let to = 1
  for (let i = 0; i < N; i++) if (T.wend[i] > to) to = T.wend[i]
  return [0, to]
}
// spans gives [what, start, end] of phases or waits on the present axis.
const spans = (list) => {
  const out = []
  for (const [p, start, dur, wall, took] of list) out.push(byReal() ? [p, wall, wall + took] : [p, start, start + dur])
  return out
}
let phases = [], waits = []
const readSpans = () => { phases = spans(D.phases); waits = spans(D.waits) }

// setTime is where on the axis callback i was set; NaN if that is not known. By the
// real clock it is known within the callback that set it only.
const setTime = (i) => {
  if (!byReal()) return T.set[i]
  const by = setIn(i)
  if (by < 0 || Number.isNaN(T.set[i])) return NaN
  const d = T.end[by] - T.start[by]
  const share = d > 0 ? Math.min(1, Math.max(0, (T.set[i] - T.start[by]) / d)) : 0.5
  return T.wall[by] + share * (T.wend[by] - T.wall[by])
}

const show = (from, to) => {
  const [a, b] = whole()
  const least = 200
  let size = Math.min(Math.max(to - from, least), (b - a) * 1.04)
  const middle = (from + to) / 2
  const margin = (b - a) * 0.02
  from = Math.min(Math.max(middle - size / 2, a - margin), b + margin - size)
  view.from = from
  view.to = from + size
  changed()
}
const zoom = (factor, at = (view.from + view.to) / 2) => show(at - (at - view.from) * factor, at + (view.to - at) * factor)
const pan = (share) => { const d = (view.to - view.from) * share; show(view.from + d, view.to + d) }
const fit = () => { const [a, b] = whole(); const m = (b - a) * 0.02; show(a - m, b + m) }
// reveal moves the view to a callback; close also zooms to it and what led to it.
const reveal = (i, close) => {
  let from = S(i), to = E(i)
  if (close) {
    if (laneOf(i) === 1 && !byReal()) from -= late(i)
    const size = Math.max(to - from, 2000)
    show(from - size * 0.7, to + size * 0.7)
  } else if (to < view.from || from > view.to || to - from < (view.to - view.from) * 0.002) {
    const size = Math.min(view.to - view.from, Math.max((to - from) * 30, 4e6))
    show((from + to) / 2 - size / 2, (from + to) / 2 + size / 2)
  } else changed()
}

// first is the first place in a list of callbacks whose end is not before t.
const first = (list, t) => {
  let lo = 0, hi = list.length
  while (lo < hi) {
    const m = (lo + hi) >> 1
    if (E(list[m]) < t) lo = m + 1
    else hi = m
  }
  return lo
}

let wanted = false
const changed = () => {
  if (wanted) return
  wanted = true
  requestAnimationFrame(() => {
    wanted = false
    const t = performance.now()
    draw()
    view.frame = performance.now() - t
    document.body.dataset.from = Math.round(view.from)
    document.body.dataset.to = Math.round(view.to)
    document.body.dataset.frame = view.frame.toFixed(2)
    document.body.dataset.frames = Number(document.body.dataset.frames || 0) + 1
  })
}
