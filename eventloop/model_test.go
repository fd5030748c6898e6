package eventloop_test

import (
	"math"
	"slices"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
)

// This file is a second loop, written as simply as the rules can be: slices that
// are searched from end to end, no links, no cached state. modelrun_test.go runs
// random programs on both and compares all that is said.
//
// The rules are those of timers.md (D, E, G, K) for Go timers: a timer belongs to
// the list of its delay in whole ticks; lists are taken by (expiry, number).

type model struct {
	tick   time.Duration
	clock  time.Duration
	cached int64
	alarm  int64 // the tick of the next pass
	known  int64 // the expiry that counts for it

	lists   []*modelList
	numbers int64
	timers  []*modelTimer
	imms    []*modelImm
	running []*modelImm // of the immediates phase
	inPhase bool
	waiting []*modelImm
	ticks   []func()
	micros  []func()
	inMicro bool // a stop came between two microtasks
	todo    []func()
	posted  []func()

	inPass             bool
	pass               int64
	firing             *modelTimer
	isRunning, stopped bool
}

type modelList struct {
	delay, expiry, number int64
	timers                []*modelTimer
}

type modelTimer struct {
	f                        func()
	delay                    int64
	start                    int64
	interval                 bool
	unref                    bool
	live                     bool
	list                     *modelList
	arrived, over, cancelled bool // of PostAfterFunc: seen by the loop; fired or cancelled
}

type modelImm struct {
	f     func()
	unref bool
	live  bool
}

func (m *model) floor(d time.Duration) int64 { return int64(d / m.tick) }
func (m *model) ceil(d time.Duration) int64  { return int64((d + m.tick - 1) / m.tick) }
func (m *model) readClock()                  { m.cached = max(m.cached, m.floor(m.clock)) }

// deadlines of timers due at once, and the two lists they have.
func (m *model) atOnce() (start, k int64) {
	if m.inPass && m.cached <= m.pass {
		return m.pass + 1 - (1<<55 - 2), 1<<55 - 2
	}
	return m.cached - (1<<55 - 1), 1<<55 - 1
}

func (m *model) plan(d time.Duration) (start, k int64) {
	m.readClock()
	if d <= 0 {
		return m.atOnce()
	}
	return m.ceil(m.clock+d) - m.ceil(d), m.ceil(d)
}

func (m *model) listOf(start, k int64) *modelList {
	for _, l := range m.lists {
		if l.delay == k {
			return l
		}
	}
	m.numbers++
	l := &modelList{delay: k, expiry: start + k, number: m.numbers}
	m.lists = append(m.lists, l)
	return l
}

func (m *model) unlink(t *modelTimer, keepList bool) {
	l := t.list
	if l == nil {
		return
	}
	t.list = nil
	l.timers = slices.DeleteFunc(l.timers, func(u *modelTimer) bool { return u == t })
	if len(l.timers) == 0 && !keepList {
		m.dropList(l)
	}
}

func (m *model) dropList(l *modelList) {
	m.lists = slices.DeleteFunc(m.lists, func(x *modelList) bool { return x == l })
}

func (m *model) arm(t *modelTimer, start, k int64) {
	same := t.list != nil && t.delay == k
	m.unlink(t, same)
	l := m.listOf(start, k)
	if !same {
		m.alarmBy(l, start+k)
	}
	t.start, t.delay, t.live, t.list = start, k, true, l
	l.timers = append(l.timers, t)
}

func (m *model) armSorted(t *modelTimer, start, k int64) {
	l := m.listOf(start, k)
	t.start, t.delay, t.live, t.list = start, k, true, l
	i := len(l.timers)
	for i > 0 && l.timers[i-1].start > start {
		i--
	}
	l.timers = slices.Insert(l.timers, i, t)
	if i == 0 && start+k < l.expiry {
		m.rekey(l, start+k)
	}
	m.alarmBy(l, start+k)
}

// alarmBy is told of a start that made l, or of one that did not.
func (m *model) alarmBy(l *modelList, due int64) {
	if due < m.known && l.expiry == due {
		m.alarm, m.known = due, due
	}
}

func (m *model) rekey(l *modelList, expiry int64) {
	m.numbers++
	l.expiry, l.number = expiry, m.numbers
}

func (m *model) clear(t *modelTimer) {
	k := t.delay
	t.delay = 0
	if !t.live {
		return
	}
	t.live = false
	m.unlink(t, false)
	if t != m.firing {
		return
	}
	for _, l := range m.lists { // cleared by its own callback: an emptied list goes
		if l.delay == k && len(l.timers) == 0 {
			m.dropList(l)
			return
		}
	}
}

func (m *model) refresh(t *modelTimer, cached bool) {
	if t.delay == 0 {
		return
	}
	if !cached {
		m.readClock()
	}
	start, k := m.cached, t.delay
	if !cached {
		start = m.ceil(m.clock)
	}
	if k >= 1<<55-2 {
		start, k = m.atOnce()
	}
	m.arm(t, start, k)
}

func (m *model) counts() (c eventloop.Counts) {
	for _, t := range m.timers {
		if t.live && !t.cancelled {
			c.Timers++
			if !t.unref {
				c.RefTimers++
			}
		}
	}
	for _, im := range m.imms {
		if im.live {
			c.Immediates++
			if !im.unref {
				c.RefImmediates++
			}
		}
	}
	c.Ticks, c.Microtasks = len(m.ticks), len(m.micros)
	c.Posted = len(m.posted) + len(m.todo)
	return c
}

func (m *model) alive() bool {
	c := m.counts()
	for _, t := range m.timers {
		if t.live && t.cancelled {
			return true // until the loop hears of it
		}
	}
	return c.RefTimers > 0 || c.RefImmediates > 0 || c.Posted > 0
}

// drain reports whether it ran to its end.
func (m *model) drain() bool {
	for {
		for len(m.ticks) > 0 && !m.inMicro {
			if m.stopped {
				return false
			}
			f := m.ticks[0]
			m.ticks = m.ticks[1:]
			f()
		}
		for len(m.micros) > 0 {
			m.inMicro = true // should a stop come now, or f panic
			if m.stopped {
				return false
			}
			f := m.micros[0]
			m.micros = m.micros[1:]
			f()
		}
		m.inMicro = false
		if len(m.ticks) == 0 {
			return true
		}
	}
}

func (m *model) runPosted() {
	if len(m.todo) == 0 {
		m.todo, m.posted = m.posted, nil
	}
	for len(m.todo) > 0 && !m.stopped {
		f := m.todo[0]
		m.todo = m.todo[1:]
		f()
		m.drain()
	}
}

// due is the next timer of the pass: lists that are empty go, lists whose first
// timer is not due are put behind, and the list in hand is run on.
func (m *model) due(current **modelList) *modelTimer {
	for {
		l := *current
		if l == nil || !slices.Contains(m.lists, l) {
			l = nil
			for _, x := range m.lists {
				if x.expiry <= m.pass && (l == nil || x.expiry < l.expiry || x.expiry == l.expiry && x.number < l.number) {
					l = x
				}
			}
			if *current = l; l == nil {
				return nil
			}
		}
		if len(l.timers) == 0 {
			m.dropList(l)
			continue
		}
		if t := l.timers[0]; t.start+l.delay <= m.pass {
			return t
		} else {
			m.rekey(l, t.start+l.delay)
			*current = nil
		}
	}
}

// look comes before a drain: it puts the list in hand off if its first timer is
// not due, and reports whether there is anything left to look at.
func (m *model) look(current **modelList) bool {
	if l := *current; l != nil && slices.Contains(m.lists, l) {
		if len(l.timers) == 0 {
			m.dropList(l)
		} else if t := l.timers[0]; t.start+l.delay <= m.pass {
			return true
		} else {
			m.rekey(l, t.start+l.delay)
		}
	}
	*current = nil
	return m.nextExpiry() <= m.pass
}

func (m *model) runTimers() {
	if m.alarm > m.cached {
		return
	}
	m.inPass, m.pass = true, m.cached
	m.alarm, m.known = math.MaxInt64, math.MaxInt64
	defer func() {
		if m.inPass { // stopped in the middle: what is left is due at once
			m.inPass, m.alarm, m.known = false, m.pass, m.pass
		}
	}()
	var current *modelList
	for !m.stopped {
		t := m.due(&current)
		if t == nil {
			m.endPass()
			return
		}
		m.unlink(t, true)
		m.fire(t)
		if m.stopped {
			return
		}
		if !m.look(&current) { // the last drain comes after the pass
			m.endPass()
			m.drain()
			return
		}
		m.drain()
	}
}

func (m *model) endPass() {
	m.inPass = false
	if e := m.nextExpiry(); e < math.MaxInt64 {
		m.alarm, m.known = max(e, m.cached+1), e
	}
}

func (m *model) fire(t *modelTimer) {
	m.firing = t
	interval, from := t.interval, int64(0)
	if interval {
		m.readClock()
		from = m.cached
	}
	defer func() { // also after a panic
		m.firing = nil
		switch {
		case !t.live || t.list != nil:
		case t.interval && interval:
			m.arm(t, from, t.delay)
		default:
			t.live = false
		}
	}()
	t.f()
}

func (m *model) runImmediates() {
	if !m.inPhase {
		m.running, m.waiting, m.inPhase = m.waiting, nil, true
	}
	for len(m.running) > 0 && !m.stopped {
		im := m.running[0]
		m.running = m.running[1:]
		im.live = false
		im.f()
		m.drain()
	}
	if !m.stopped {
		m.inPhase = false
	}
}

func (m *model) dropImm(im *modelImm) {
	is := func(x *modelImm) bool { return x == im }
	m.running, m.waiting = slices.DeleteFunc(m.running, is), slices.DeleteFunc(m.waiting, is)
	im.live = false
}

// wait jumps to the next pass.
func (m *model) wait() {
	if m.counts().RefImmediates > 0 || len(m.posted) > 0 || len(m.ticks)+len(m.micros) > 0 || !m.alive() {
		return
	}
	if m.alarm == math.MaxInt64 {
		return
	}
	if at := time.Duration(m.alarm) * m.tick; at > m.clock {
		m.clock = at
		m.readClock()
	}
}

func (m *model) nextExpiry() int64 {
	next := int64(math.MaxInt64)
	for _, l := range m.lists {
		next = min(next, l.expiry)
	}
	return next
}

// run is Run. It reports whether the loop ran dry.
func (m *model) run() bool {
	m.isRunning, m.stopped = true, false
	defer func() { m.isRunning = false }()
	if len(m.todo) > 0 {
		m.todo, m.posted = append(m.todo, m.posted...), nil
	}
	if !m.drain() {
		return false
	}
	m.runPosted()
	if !m.stopped && m.alive() {
		m.readClock()
		m.runTimers()
		for !m.stopped {
			m.wait()
			m.runPosted()
			if m.stopped {
				break
			}
			m.runImmediates()
			if m.stopped {
				break
			}
			m.readClock()
			m.runTimers()
			if !m.stopped && !m.alive() {
				break
			}
		}
	}
	return !m.stopped
}
