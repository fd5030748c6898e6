// The panels: sentences, the selected callback, tables, search.
const $ = (id) => document.getElementById(id)
const el = (tag, text, cls) => {
  const e = document.createElement(tag)
  if (text !== undefined) e.textContent = text
  if (cls) e.className = cls
  return e
}

const select = (i, how) => {
  view.selected = i
  document.body.dataset.selected = i
  showDetail()
  markRow()
  if (i >= 0) reveal(i, how === 'close')
  else changed()
}

const showDetail = () => {
  const box = $('detail'), i = view.selected
  box.replaceChildren()
  if (i < 0) { box.append(el('p', 'Select a bar.', 'hint')); return }
  const [f, source, origin] = nameOf(i)
  const h = el('h2')
  const chip = el('span', '', 'chip')
  chip.style.background = 'var(--' + LANES[laneOf(i)] + ')'
  h.append(chip, f || '(no name)')
  const dl = el('dl')
  const row = (k, v, bad) => {
    const dd = el('dd', typeof v === 'string' ? v : undefined, bad ? 'bad' : '')
    if (typeof v !== 'string') dd.append(v)
    dl.append(el('dt', k), dd)
  }
  const jump = (j, text) => {
    const b = el('button', text, 'jump')
    b.onclick = () => select(j)
    return b
  }
  row('kind', KINDS[D.kind[i]])
  if (source) row('code', source)
  row('began', when(T.start[i]))
  if (D.virtual) row('took', span(D.took[i]) + ' in reality' + (D.dur[i] ? ', ' + span(D.dur[i]) + ' of virtual time' : ''))
  else row('took', span(D.dur[i]))
  if (D.kind[i] === 0) {
    row('delay asked', span(D.delay[i]))
    row('ran', late(i) > 0 ? span(late(i)) + ' late' : 'in time', late(i) > 5e6)
  }
  if (origin) row('set at', origin)
  if (!Number.isNaN(T.set[i])) row('set', span(T.start[i] - T.set[i]) + ' before')
  let k = 0
  for (let j = setIn(i); j >= 0 && k < 8; j = setIn(j), k++)
    row(k ? '' : 'set in', jump(j, labelOf(j) + (nameOf(j)[1] && nameOf(j)[0] ? ' ' + short(nameOf(j)[1]) : '')))
  const set = children.get(i) || []
  set.slice(0, 8).forEach((j, n) => row(n ? '' : 'it set', jump(j, KINDS[D.kind[j]] + ' ' + labelOf(j))))
  if (set.length > 8) row('', 'and ' + (set.length - 8) + ' more')
  box.append(h, dl)
}

// best gives the n callbacks with the highest value above zero.
const best = (n, value) => {
  const top = []
  for (let i = 0; i < N; i++) {
    const v = value(i)
    if (v <= 0 || top.length === n && v <= top[n - 1].v) continue
    let at = top.length
    while (at > 0 && top[at - 1].v < v) at--
    top.splice(at, 0, { i, v })
    if (top.length > n) top.pop()
  }
  return top.map((x) => x.i)
}
const lists = {
  slow: { rows: () => best(50, (i) => D.took[i]), empty: 'Nothing ran.' },
  late: { rows: () => best(50, late), empty: 'No timer was late.' },
  found: { rows: () => view.matches.slice(0, 200), empty: 'Nothing found, or nothing searched.' },
}
let shown = 'slow'
const showList = (which) => {
  shown = which
  for (const tab of document.querySelectorAll('[role=tab]')) tab.setAttribute('aria-selected', tab.dataset.list === which)
  const head = document.querySelector('thead'), body = document.querySelector('tbody')
  const tr = el('tr')
  for (const [t, n] of [['function', 0], ['kind', 0], ['at', 1], ['took', 1], ['asked', 1], ['late', 1]]) tr.append(el('th', t, n ? 'n' : ''))
  head.replaceChildren(tr)
  const l = lists[which]
  if (which !== 'found' && !l.kept) l.kept = l.rows()
  const rows = l.kept || l.rows()
  body.replaceChildren(...rows.map((i) => {
    const tr = el('tr'), name = el('td'), [f, source, origin] = nameOf(i)
    const chip = el('span', '', 'chip')
    chip.style.background = 'var(--' + LANES[laneOf(i)] + ')'
    name.append(chip, f || '(no name)', ' ', el('span', source ? short(source) : origin ? 'set at ' + short(origin) : '', 'where'))
    tr.append(name, el('td', KINDS[D.kind[i]]), el('td', when(T.start[i]), 'n'), el('td', span(D.took[i]), 'n'),
      el('td', D.kind[i] === 0 ? span(D.delay[i]) : '', 'n'), el('td', late(i) > 0 ? span(late(i)) : '', 'n'))
    tr.dataset.i = i
    tr.onclick = () => select(i)
    return tr
  }))
  if (!rows.length) {
    const td = el('td', l.empty, 'hint')
    td.colSpan = 6
    const tr = el('tr')
    tr.append(td)
    body.append(tr)
  }
  markRow()
}
const markRow = () => { for (const tr of document.querySelectorAll('tbody tr')) tr.classList.toggle('on', Number(tr.dataset.i) === view.selected) }

// search looks at each description once, then at the callbacks that have it.
const search = (text) => {
  text = text.trim().toLowerCase()
  view.matches = []
  view.match = -1
  view.isMatch = null
  if (text) {
    const words = text.split(/\s+/)
    const hit = D.names.map((n) => { const all = n.join(' ').toLowerCase(); return words.every((w) => all.includes(w)) })
    const kinds = KINDS.map((k) => words.every((w) => k.startsWith(w)))
    view.isMatch = new Uint8Array(N)
    for (let i = 0; i < N; i++) if (hit[D.name[i]] || kinds[D.kind[i]]) { view.isMatch[i] = 1; view.matches.push(i) }
    showList('found')
  } else if (shown === 'found') showList('slow')
  $('matches').textContent = text ? view.matches.length + ' found' : ''
  document.body.dataset.matches = view.matches.length
  changed()
}
const step = (d) => {
  const m = view.matches
  if (!m.length) return
  let at = m.indexOf(view.match)
  at = at < 0 ? (d > 0 ? 0 : m.length - 1) : (at + d + m.length) % m.length
  view.match = m[at]
  $('matches').textContent = (at + 1) + ' of ' + m.length
  select(view.match)
}

const showFacts = () => {
  $('facts').textContent = N + ' callbacks, ' + D.turns + ' turns, ' + span(D.end) + (D.virtual ? ' of virtual time' : '') +
    (D.cleared ? ', ' + D.cleared + ' cleared' : '') + (D.lost ? ', ' + D.lost + ' events before that did not fit in' : '')
  $('findings').replaceChildren(...D.findings.map(([text, i]) => {
    const li = el('li', text, i < 0 ? '' : / late /.test(text) ? 'late' : 'slow')
    if (i >= 0) {
      li.dataset.i = i
      li.tabIndex = 0
      li.onclick = () => select(i, 'close')
      li.onkeydown = (e) => { if (e.key === 'Enter') select(i, 'close') }
    }
    return li
  }))
}
