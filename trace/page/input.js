// Pointer, wheel and keys.
let drag = null
const pointers = new Map()

// barAt gives the bars below a point: in time order, the innermost few pixels wide.
const barsAt = (x, y) => {
  for (let l = 1; l < 6; l++) {
    if (y < laneTop(l) || y > laneTop(l) + BAR + 6) continue
    const list = lanes[l], reach = 3 / (W - GUTTER) * (view.to - view.from)
    const a = timeAt(x) - reach, b = timeAt(x) + reach, out = []
    for (let i = first(list, a); i < list.length && out.length < 500; i++) {
      if (S(list[i]) > b) break
      out.push(list[i])
    }
    const exact = out.filter((i) => S(i) <= timeAt(x) && E(i) >= timeAt(x))
    return exact.length ? exact : out
  }
  return []
}

canvas.addEventListener('pointerdown', (e) => {
  if (e.button !== 0) return
  pointers.set(e.pointerId, e.offsetX)
  canvas.setPointerCapture(e.pointerId)
  drag = { x0: e.offsetX, x: e.offsetX, y0: e.offsetY, from: view.from, to: view.to, moved: false, range: e.shiftKey }
})
canvas.addEventListener('pointermove', (e) => {
  if (pointers.size === 2 && pointers.has(e.pointerId)) { // two fingers
    const [a, b] = [...pointers.values()]
    pointers.set(e.pointerId, e.offsetX)
    const [c, d] = [...pointers.values()]
    zoom(Math.max(0.5, Math.min(2, Math.abs(a - b) / Math.max(1, Math.abs(c - d)))), timeAt((c + d) / 2))
    if (drag) drag.moved = true
    return
  }
  if (drag) {
    drag.x = e.offsetX
    if (Math.abs(drag.x - drag.x0) > 3) drag.moved = true
    if (!drag.moved) return
    if (drag.range) { changed(); return }
    const d = (drag.x0 - drag.x) / (W - GUTTER) * (drag.to - drag.from)
    show(drag.from + d, drag.to + d)
    return
  }
  hover(e)
})
const endDrag = (e) => {
  pointers.delete(e.pointerId)
  const d = drag
  drag = null
  if (!d || e.type === 'pointercancel') return
  if (!d.moved) {
    const bars = barsAt(d.x0, d.y0)
    const at = bars.indexOf(view.selected)
    view.selected = bars.length ? bars[(at + 1) % bars.length] : -1
    document.body.dataset.selected = view.selected
    showDetail()
    markRow()
    changed()
  } else if (d.range) {
    const [a, b] = [timeAt(Math.min(d.x0, d.x)), timeAt(Math.max(d.x0, d.x))]
    show(a, b)
  }
}
canvas.addEventListener('pointerup', endDrag)
canvas.addEventListener('pointercancel', endDrag)
canvas.addEventListener('pointerleave', () => { view.hover = -1; $('tip').hidden = true; changed() })
canvas.addEventListener('dblclick', (e) => {
  const bars = barsAt(e.offsetX, e.offsetY)
  if (bars.length) select(bars.includes(view.selected) ? view.selected : bars[0], 'close')
})
const onWheel = (e) => {
  e.preventDefault()
  const by = e.deltaMode === 1 ? 30 : 1
  if (Math.abs(e.deltaX) > Math.abs(e.deltaY)) pan(e.deltaX * by / W)
  else if (e.shiftKey) pan(e.deltaY * by / W)
  else zoom(Math.pow(1.0018, Math.max(-400, Math.min(400, e.deltaY * by))), timeAt(e.offsetX))
}
canvas.addEventListener('wheel', onWheel, { passive: false })

const hover = (e) => {
  const bars = barsAt(e.offsetX, e.offsetY), tip = $('tip')
  const i = bars.length ? bars[0] : -1
  if (i !== view.hover) { view.hover = i; changed() }
  tip.hidden = i < 0
  if (i < 0) return
  const [f, source] = nameOf(i)
  let text = (f || KINDS[D.kind[i]]) + (source ? '  ' + short(source) : '') + '\n' + (D.virtual ? span(D.took[i]) + ' in reality' : span(D.dur[i]))
  if (D.kind[i] === 0) text += ', asked for ' + span(D.delay[i]) + (late(i) > 0 ? ', ' + span(late(i)) + ' late' : '')
  if (bars.length > 1) text += '\n' + bars.length + ' here; zoom in or click through'
  tip.textContent = text
  const left = Math.min(e.offsetX + 14, W - tip.offsetWidth - 6)
  tip.style.left = Math.max(4, left) + 'px'
  tip.style.top = 44 + Math.min(e.offsetY + 16, HEIGHT - tip.offsetHeight - 4) + 'px'
}

let mapDrag = false
const mapTo = (e) => {
  const [a, b] = whole(), t = a + (e.offsetX - GUTTER) / (map.clientWidth - GUTTER) * (b - a), half = (view.to - view.from) / 2
  show(t - half, t + half)
}
map.addEventListener('pointerdown', (e) => { mapDrag = true; map.setPointerCapture(e.pointerId); mapTo(e) })
map.addEventListener('pointermove', (e) => { if (mapDrag) mapTo(e) })
map.addEventListener('pointerup', () => { mapDrag = false })
map.addEventListener('wheel', (e) => { e.preventDefault(); zoom(Math.pow(1.0018, e.deltaY)) }, { passive: false })

const setAxis = (axis) => {
  const sel = view.selected
  view.axis = axis
  $('axis').textContent = axis === 'real' ? 'real time' : 'virtual time'
  $('axis').title = 'the time axis: virtual or real time (R)'
  document.body.dataset.axis = axis
  readSpans()
  fit()
  if (sel >= 0) changed()
}
const setTheme = (t) => {
  document.documentElement.dataset.theme = t
  readColors()
  changed()
}
const toggleTheme = () => setTheme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark')
const neighbour = (d) => {
  if (view.selected < 0) { select(d > 0 ? 0 : N - 1); return }
  const i = view.selected + d
  if (i >= 0 && i < N) select(i)
}

const keys = {
  w: () => zoom(0.6), '+': () => zoom(0.6), '=': () => zoom(0.6), s: () => zoom(1 / 0.6), '-': () => zoom(1 / 0.6),
  a: () => pan(-0.2), d: () => pan(0.2), ArrowLeft: () => pan(-0.2), ArrowRight: () => pan(0.2), ArrowUp: () => zoom(0.6), ArrowDown: () => zoom(1 / 0.6),
  0: fit, z: () => { if (view.selected >= 0) reveal(view.selected, true) },
  j: () => neighbour(1), k: () => neighbour(-1), b: () => { if (view.selected >= 0 && setIn(view.selected) >= 0) select(setIn(view.selected)) },
  n: () => step(1), N: () => step(-1), '/': () => $('search').focus(), t: toggleTheme,
  r: () => { if (D.virtual) setAxis(view.axis === 'real' ? 'loop' : 'real') },
  '?': () => { $('keys').hidden = !$('keys').hidden },
  Escape: () => { select(-1); view.match = -1; changed() },
}
document.addEventListener('keydown', (e) => {
  if (e.ctrlKey || e.metaKey || e.altKey) return
  if (e.target === $('search')) {
    if (e.key === 'Enter') { step(e.shiftKey ? -1 : 1); e.preventDefault() }
    if (e.key === 'Escape') { $('search').value = ''; search(''); $('search').blur() }
    return
  }
  const inside = e.target.closest && e.target.closest('button, li')
  if (inside && (e.key === 'Enter' || e.key === ' ')) return
  const f = keys[e.key] || keys[e.key.toLowerCase()]
  if (f) { e.preventDefault(); f() }
})

$('search').addEventListener('input', () => search($('search').value))
$('next').onclick = () => step(1)
$('prev').onclick = () => step(-1)
$('in').onclick = () => zoom(0.6)
$('out').onclick = () => zoom(1 / 0.6)
$('fit').onclick = fit
$('theme').onclick = toggleTheme
$('help').onclick = keys['?']
$('axis').onclick = keys.r
for (const tab of document.querySelectorAll('[role=tab]')) tab.onclick = () => showList(tab.dataset.list)
window.addEventListener('resize', size)
const prefersDark = matchMedia('(prefers-color-scheme: dark)')
prefersDark.addEventListener('change', () => setTheme(prefersDark.matches ? 'dark' : 'light'))

document.documentElement.dataset.theme = prefersDark.matches ? 'dark' : 'light'
readColors()
showFacts()
showList('slow')
readSpans()
size()
fit()
if (D.virtual) { $('axis').hidden = false; setAxis('loop') }
document.body.dataset.ready = N
