// Drawing. Bars of a lane never overlap, so they are drawn in their order; those that
// fall on one pixel are one bar. A frame looks at each visible bar once.
const canvas = document.getElementById('view'), map = document.getElementById('map')
const ctx = canvas.getContext('2d'), mtx = map.getContext('2d')
const GUTTER = 112, AXIS = 24, LANE = 38, BAR = 26, PHASE = 26
const laneTop = (l) => l === 0 ? AXIS : AXIS + PHASE + 8 + (l - 1) * LANE
const HEIGHT = laneTop(6) + 16
let W = 800, color = {}, dpr = 1

const readColors = () => {
  const s = getComputedStyle(document.documentElement)
  for (const c of ['bg', 'panel', 'line', 'text', 'dim', 'grid', 'lane', 'timers', 'poll', 'immediates', 'ticks', 'microtasks', 'wait', 'waitline', 'late', 'phase', 'mark', 'hit', 'accent', 'barText'])
    color[c] = s.getPropertyValue('--' + c).trim()
}
const size = () => {
  dpr = window.devicePixelRatio || 1
  W = canvas.clientWidth
  for (const [c, h] of [[canvas, HEIGHT], [map, 44]]) {
    c.style.height = h + 'px'
    c.width = Math.round(c.clientWidth * dpr)
    c.height = Math.round(h * dpr)
  }
  mapDrawn = null
  changed()
}
const X = (t) => GUTTER + (t - view.from) / (view.to - view.from) * (W - GUTTER)
const timeAt = (x) => view.from + (x - GUTTER) / (W - GUTTER) * (view.to - view.from)

const FONT = '12px system-ui, "DejaVu Sans", sans-serif'
const widths = new Map()
const fits = (text, room) => {
  if (room < 18) return ''
  let w = widths.get(text)
  if (w === undefined) widths.set(text, w = ctx.measureText(text).width)
  if (w <= room) return text
  const n = Math.floor(text.length * room / w) - 1
  return n < 2 ? '' : text.slice(0, n) + '…'
}

const STEPS = [1, 2, 5]
const gridStep = () => {
  const want = (view.to - view.from) / Math.max(2, (W - GUTTER) / 110)
  if (want > 1e9) {
    for (const s of [2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200, 14400, 21600, 43200, 86400, 172800, 604800, 2592000, 31536000])
      if (s * 1e9 >= want) return s * 1e9
    return Math.ceil(want / 31536e12) * 31536e12
  }
  const p = Math.pow(10, Math.floor(Math.log10(want)))
  for (const s of STEPS) if (s * p >= want) return s * p
  return 10 * p
}

const draw = () => {
  ctx.setTransform(dpr, 0, 0, dpr, 0, 0)
  ctx.font = FONT
  ctx.textBaseline = 'middle'
  ctx.fillStyle = color.panel
  ctx.fillRect(0, 0, W, HEIGHT)
  for (let l = 1; l < 6; l++) {
    ctx.fillStyle = color.lane
    ctx.fillRect(GUTTER, laneTop(l), W - GUTTER, BAR + 6)
  }
  ctx.save()
  ctx.beginPath()
  ctx.rect(GUTTER, 0, W - GUTTER, HEIGHT)
  ctx.clip()
  drawGrid()
  drawPhases()
  for (let l = 1; l < 6; l++) drawLane(l)
  drawArrows()
  drawSelected()
  if (drag && drag.range) {
    ctx.fillStyle = color.accent
    ctx.globalAlpha = 0.18
    ctx.fillRect(Math.min(drag.x0, drag.x), 0, Math.abs(drag.x - drag.x0), HEIGHT)
    ctx.globalAlpha = 1
  }
  ctx.restore()
  ctx.fillStyle = color.text
  for (let l = 0; l < 6; l++) {
    ctx.fillStyle = l ? color[LANES[l]] : color.dim
    ctx.fillRect(12, laneTop(l) + (l ? 11 : 8), 9, 9)
    ctx.fillStyle = color.text
    ctx.fillText(LANES[l], 27, laneTop(l) + (l ? 16 : 13))
  }
  drawMap()
}

const drawGrid = () => {
  const step = gridStep()
  ctx.strokeStyle = color.grid
  ctx.lineWidth = 1
  ctx.fillStyle = color.dim
  for (let t = Math.ceil(view.from / step) * step; t <= view.to; t += step) {
    const x = Math.round(X(t)) + 0.5
    ctx.beginPath()
    ctx.moveTo(x, AXIS - 5)
    ctx.lineTo(x, HEIGHT)
    ctx.stroke()
    if (x < W - 44) ctx.fillText(moment(t, step), x + 4, AXIS / 2)
  }
}

const drawPhases = () => {
  const top = laneTop(0)
  let last = -1
  for (const [, from, to] of waits) {
    if (to < view.from || from > view.to) continue
    const x = X(from), w = Math.max(1, X(to) - x)
    if (w <= 1 && Math.round(x) === last) continue
    last = Math.round(x)
    ctx.fillStyle = color.wait
    ctx.fillRect(x, top + 4, w, PHASE - 8)
    const left = Math.max(x, GUTTER)
    if (x + w - left > 46) {
      ctx.fillStyle = color.dim
      ctx.fillText(fits('sleeps ' + span(to - from), x + w - left - 10), left + 6, top + PHASE / 2)
    }
  }
  last = -1
  for (const [p, from, to] of phases) {
    if (to < view.from || from > view.to) continue
    const x = X(from), w = Math.max(1, X(to) - x)
    if (w <= 1 && Math.round(x) === last) continue
    last = Math.round(x)
    ctx.fillStyle = color[D.phaseNames[p]] || color.phase
    ctx.globalAlpha = 0.35
    ctx.fillRect(x, top + 4, w, PHASE - 8)
    ctx.globalAlpha = 1
    const left = Math.max(x, GUTTER)
    if (x + w - left > 40) {
      ctx.fillStyle = color.text
      ctx.fillText(fits(D.phaseNames[p], x + w - left - 10), left + 5, top + PHASE / 2)
    }
  }
}

// drawLane draws the bars of a lane. Below a timer's bar a red line tells how late it is.
const drawLane = (l) => {
  const list = lanes[l], top = laneTop(l) + 3
  let i = first(list, view.from)
  const scale = (W - GUTTER) / (view.to - view.from)
  const marks = view.isMatch
  ctx.fillStyle = color[LANES[l]]
  let x0 = -1, x1 = -1, filled = 0 // a run of bars less than a pixel apart: pale if they hardly fill it
  const flush = () => {
    if (x1 <= x0) return
    const alpha = ctx.globalAlpha
    ctx.globalAlpha = alpha * (0.5 + 0.5 * Math.min(1, filled / (x1 - x0)))
    ctx.fillRect(x0, top, x1 - x0, BAR)
    ctx.globalAlpha = alpha
  }
  const texts = []
  if (marks) ctx.globalAlpha = 0.25
  for (; i < list.length; i++) {
    const c = list[i]
    const s = S(c)
    if (s > view.to) break
    const a = GUTTER + (s - view.from) * scale
    let b = GUTTER + (E(c) - view.from) * scale
    const w = b - a
    if (w < 2) b = a + 2
    if (w > 6) { // with a gap to its neighbours
      flush()
      x0 = x1 = -1
      ctx.fillRect(a, top, b - a - 0.5, BAR)
      if (b - a > 20) texts.push(c, Math.max(a, GUTTER), b)
    } else if (a <= x1 + 0.75) {
      if (b > x1) x1 = b
      filled += w
    } else {
      flush()
      x0 = a
      x1 = b
      filled = x1 - x0 < 3 ? 2 : w // one by itself is not pale
    }
  }
  flush()
  ctx.globalAlpha = 1
  if (l === 1 && !byReal()) {
    ctx.fillStyle = color.late
    let last = -9
    for (let k = first(list, view.from); k < list.length; k++) {
      const c = list[k], d = D.late[c]
      const from = T.start[c] - d
      if (from > view.to) { if (T.start[c] - maxLate > view.to) break; continue }
      if (d * scale < 3) continue
      const x = Math.max(GUTTER + (from - view.from) * scale, GUTTER - 2), end = GUTTER + (T.start[c] - view.from) * scale
      if (end - last < 1) continue
      last = end
      ctx.globalAlpha = 0.5
      ctx.fillRect(x, top + BAR - 5, end - x, 5)
    }
    ctx.globalAlpha = 1
  }
  if (marks) drawMatches(list, top, scale)
  ctx.fillStyle = color.barText
  for (let k = 0; k < texts.length; k += 3)
    ctx.fillText(fits(labelOf(texts[k]), texts[k + 2] - texts[k + 1] - 8), texts[k + 1] + 4, top + BAR / 2 + 0.5)
}

const drawMatches = (list, top, scale) => {
  ctx.fillStyle = color.hit
  let last = -1
  for (let i = first(list, view.from); i < list.length; i++) {
    const c = list[i]
    if (S(c) > view.to) break
    if (!view.isMatch[c]) continue
    const x = GUTTER + (S(c) - view.from) * scale, w = Math.max(2, (E(c) - S(c)) * scale)
    if (w <= 2 && Math.round(x) === last) continue
    last = Math.round(x)
    ctx.globalAlpha = 0.8
    ctx.fillRect(x, top, w, BAR)
    ctx.globalAlpha = 1
  }
}

const middle = (l) => laneTop(l) + 3 + BAR / 2
const arrow = (i, strong) => {
  const by = setIn(i), at = setTime(i)
  if (by < 0 || Number.isNaN(at)) return
  const x1 = X(at), x2 = X(S(i)), y1 = middle(laneOf(by)), y2 = middle(laneOf(i))
  if (Math.max(x1, x2) < GUTTER || Math.min(x1, x2) > W) return
  ctx.beginPath()
  ctx.moveTo(x1, y1)
  const same = y1 === y2, bend = Math.min(60, Math.abs(x2 - x1) / 2 + 8)
  if (same) ctx.bezierCurveTo(x1 + bend, y1 - 26, x2 - bend, y2 - 26, x2, y2)
  else ctx.bezierCurveTo(x1 + bend, y1, x2 - bend, y2, x2, y2)
  ctx.strokeStyle = strong ? color.mark : color.dim
  ctx.lineWidth = strong ? 1.6 : 1
  ctx.globalAlpha = strong ? 0.95 : 0.4
  ctx.stroke()
  ctx.beginPath()
  ctx.moveTo(x2, y2)
  ctx.lineTo(x2 - 6, y2 - 3.5)
  ctx.lineTo(x2 - 6, y2 + 3.5)
  ctx.fillStyle = ctx.strokeStyle
  ctx.fill()
  ctx.beginPath()
  ctx.arc(x1, y1, 2.2, 0, 7)
  ctx.fill()
  ctx.globalAlpha = 1
}

// drawArrows leads from where callbacks were set to where they ran: for all that are
// seen when they are few, and strongly for the selected one, what led to it and what
// it set.
const drawArrows = () => {
  let n = 0
  for (let l = 1; l < 6 && n <= 120; l++) {
    const list = lanes[l]
    for (let i = first(list, view.from); i < list.length && S(list[i]) <= view.to && n <= 120; i++) n++
  }
  if (n <= 120) {
    for (let l = 1; l < 6; l++) {
      const list = lanes[l]
      for (let i = first(list, view.from); i < list.length && S(list[i]) <= view.to; i++) arrow(list[i], false)
    }
  }
  if (view.selected < 0) return
  for (let i = view.selected, k = 0; i >= 0 && k < 12; i = setIn(i), k++) arrow(i, true)
  const set = children.get(view.selected) || []
  for (let k = 0; k < set.length && k < 200; k++) arrow(set[k], true)
}

const outline = (i, c, width) => {
  const x = X(S(i)), w = Math.max(3, X(E(i)) - x), y = laneTop(laneOf(i)) + 3
  ctx.strokeStyle = c
  ctx.lineWidth = width
  ctx.strokeRect(x - 1, y - 1, w + 2, BAR + 2)
}
const drawSelected = () => {
  if (view.hover >= 0) outline(view.hover, color.dim, 1.5)
  if (view.match >= 0) outline(view.match, color.hit, 2.5)
  if (view.selected >= 0) outline(view.selected, color.mark, 2)
}

// The map is drawn once for each size, axis and theme: how busy each pixel is, red
// where timers were late.
let mapDrawn = null
const drawMap = () => {
  const w = Math.max(10, map.clientWidth - GUTTER), h = 44, [a, b] = whole()
  const key = [w, view.axis, color.bg, dpr].join()
  if (!mapDrawn || mapDrawn.key !== key) {
    const busy = new Float64Array(Math.ceil(w)), red = new Float64Array(Math.ceil(w))
    const per = (b - a) / w
    for (let i = 0; i < N; i++) {
      let x = Math.floor((S(i) - a) / per)
      const last = Math.min(busy.length - 1, Math.floor((E(i) - a) / per))
      for (; x <= last; x++) busy[x] += Math.max(per * 0.02, Math.min(E(i), a + (x + 1) * per) - Math.max(S(i), a + x * per)) / per
      if (late(i) > 5e6) { const k = Math.min(red.length - 1, Math.max(0, Math.floor((S(i) - a) / per))); red[k] = Math.max(red[k], late(i)) }
    }
    const image = document.createElement('canvas')
    image.width = map.width
    image.height = map.height
    const m = image.getContext('2d')
    m.scale(dpr, dpr)
    m.fillStyle = color.panel
    m.fillRect(0, 0, map.clientWidth, h)
    m.fillStyle = color.dim
    m.font = FONT
    m.fillText('all of it', 12, 26)
    m.translate(GUTTER, 0)
    m.fillStyle = color.timers
    m.globalAlpha = 0.75
    for (let x = 0; x < busy.length; x++) if (busy[x] > 0) { const y = Math.max(2, Math.min(1, Math.sqrt(busy[x])) * (h - 12)); m.fillRect(x, h - 2 - y, 1, y) }
    m.globalAlpha = 1
    m.fillStyle = color.late
    for (let x = 0; x < red.length; x++) if (red[x] > 0) m.fillRect(x - 1, 2, 3, 5)
    mapDrawn = { key, image }
  }
  mtx.setTransform(1, 0, 0, 1, 0, 0)
  mtx.drawImage(mapDrawn.image, 0, 0)
  mtx.setTransform(dpr, 0, 0, dpr, GUTTER * dpr, 0)
  const x1 = Math.max(0, (view.from - a) / (b - a) * w), x2 = Math.min(w, (view.to - a) / (b - a) * w)
  mtx.fillStyle = color.bg
  mtx.globalAlpha = 0.7
  mtx.fillRect(0, 0, x1, h)
  mtx.fillRect(x2, 0, w - x2, h)
  mtx.globalAlpha = 1
  mtx.strokeStyle = color.accent
  mtx.lineWidth = 1.5
  mtx.strokeRect(x1, 1, Math.max(3, x2 - x1 - 1), h - 2)
}
