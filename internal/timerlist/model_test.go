package timerlist_test

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/nodetimers/nodetimers/internal/timerlist"
)

// The model is the description of the lists with nothing in it but slices: lists are searched for, the first list is
// found by looking at all. Random operations are done to both.

type modelList struct {
	duration, expiry, number int64
	nodes                    []int // oldest first
}

type model struct {
	lists   []*modelList
	current *modelList
	numbers int64
	start   []int64
	where   []*modelList // of each node, nil if it is in none
}

func newModel(nodes int) *model {
	return &model{start: make([]int64, nodes), where: make([]*modelList, nodes)}
}

func modelDeadline(start, duration int64) int64 {
	if start > math.MaxInt64-duration {
		return math.MaxInt64
	}
	return start + duration
}

func (m *model) list(duration int64) *modelList {
	for _, l := range m.lists {
		if l.duration == duration {
			return l
		}
	}
	return nil
}

func (m *model) join(start, duration int64) *modelList {
	if l := m.list(duration); l != nil {
		return l
	}
	m.numbers++
	l := &modelList{duration: duration, expiry: modelDeadline(start, duration), number: m.numbers}
	m.lists = append(m.lists, l)
	return l
}

func (m *model) insert(n int, start, duration int64) {
	l := m.join(start, duration)
	l.nodes = append(l.nodes, n)
	m.start[n], m.where[n] = start, l
}

func (m *model) insertSorted(n int, start, duration int64) {
	l := m.join(start, duration)
	i := len(l.nodes)
	for i > 0 && m.start[l.nodes[i-1]] > start {
		i--
	}
	l.nodes = slices.Insert(l.nodes, i, n)
	m.start[n], m.where[n] = start, l
	if d := modelDeadline(start, duration); i == 0 && d < l.expiry {
		m.numbers++
		l.expiry, l.number = d, m.numbers
	}
}

func (m *model) detach(n int) *modelList {
	l := m.where[n]
	if l != nil {
		i := slices.Index(l.nodes, n)
		l.nodes = slices.Delete(l.nodes, i, i+1)
		m.where[n] = nil
	}
	return l
}

func (m *model) drop(l *modelList) {
	m.lists = slices.DeleteFunc(m.lists, func(x *modelList) bool { return x == l })
	if m.current == l {
		m.current = nil
	}
}

func (m *model) remove(n int) {
	if l := m.detach(n); l != nil && len(l.nodes) == 0 {
		m.drop(l)
	}
}

func (m *model) rearm(n int, start int64) {
	l := m.detach(n)
	l.nodes = append(l.nodes, n)
	m.start[n], m.where[n] = start, l
}

func before(a, b *modelList) int {
	if a.expiry != b.expiry {
		return cmp.Compare(a.expiry, b.expiry)
	}
	return cmp.Compare(a.number, b.number)
}

// due is the node that is next, -1 if there is none.
func (m *model) due(now int64) int {
	for {
		if m.current == nil {
			if len(m.lists) == 0 {
				return -1
			}
			first := slices.MinFunc(m.lists, before)
			if first.expiry > now {
				return -1
			}
			m.current = first
		}
		l := m.current
		if len(l.nodes) == 0 {
			m.drop(l)
			continue
		}
		n := l.nodes[0]
		if d := modelDeadline(m.start[n], l.duration); d > now {
			m.numbers++
			l.expiry, l.number = d, m.numbers
			m.current = nil
			continue
		}
		return n
	}
}

func (m *model) all() []int {
	lists := slices.Clone(m.lists)
	slices.SortFunc(lists, before)
	var all []int
	for _, l := range lists {
		all = append(all, l.nodes...)
	}
	return all
}

// numbered is what the nodes of these tests carry.
type numbered struct{ id int }

// pair is the structure and the model.
type pair struct {
	lists timerlist.Lists[numbered]
	model *model
	nodes []timerlist.Node[numbered]
	now   int64
	pass  int64 // the now of the pass that is under way
}

func newPair(nodes int, now int64) *pair {
	p := &pair{model: newModel(nodes), nodes: make([]timerlist.Node[numbered], nodes), now: now, pass: now}
	for i := range p.nodes {
		p.nodes[i].Payload().id = i
	}
	return p
}

// source makes decisions: a number below n.
type source interface{ below(n int64) int64 }

type random struct{ *rand.Rand }

func (r random) below(n int64) int64 { return r.Int64N(n) }

// durations of every kind: few short ones, borders of the table and of the wheel's levels, many, all.
func duration(r source) int64 {
	switch r.below(8) {
	case 0, 1, 2:
		return []int64{1, 2, 3, 20, 40, 100, 255, 256, 257, 1000}[r.below(10)]
	case 3:
		return 1 + r.below(300)
	case 4:
		return 1 + r.below(10_000)
	case 5:
		return max(1, int64(1)<<(6*r.below(11))+r.below(3)-1)
	case 6:
		return 1 + r.below(1<<31)
	default:
		return math.MaxInt64 - r.below(1<<r.below(63))
	}
}

// startOf is mostly now, sometimes a while ago, rarely anything.
func (p *pair) startOf(r source) int64 {
	switch r.below(16) {
	case 0, 1:
		return p.now - min(r.below(300), p.now-math.MinInt64)
	case 2:
		return p.now - min(r.below(20_000), p.now-math.MinInt64)
	case 3:
		return modelDeadline(p.now, r.below(50))
	case 4:
		if r.below(8) == 0 {
			a, b := r.below(math.MaxInt64), r.below(math.MaxInt64)
			return a - b
		}
	}
	return p.now
}

// step does one operation to both and compares what they answer.
func (p *pair) step(r source) error {
	id := int(r.below(int64(len(p.nodes))))
	n := &p.nodes[id]
	m := p.model
	switch op := r.below(32); {
	case op < 10:
		start, d := p.startOf(r), duration(r)
		if n.Scheduled() {
			p.lists.Remove(n)
			m.remove(id)
		}
		if op < 8 {
			if !p.lists.Append(n, start, d) {
				p.lists.Insert(n, start, d)
			}
			m.insert(id, start, d)
		} else if op == 8 && m.current == nil {
			p.lists.Trim(0) // a caller's loop sleeps
			p.lists.Insert(n, start, d)
			m.insert(id, start, d)
		} else {
			p.lists.InsertSorted(n, start, d)
			m.insertSorted(id, start, d)
		}
	case op < 13:
		if n.Alone() {
			p.lists.Remove(n)
		} else {
			p.lists.Detach(n)
		}
		m.remove(id)
	case op == 13:
		p.lists.Detach(n)
		m.detach(id)
	case op == 14:
		d := duration(r)
		p.lists.DropEmpty(d)
		if l := m.list(d); l != nil && len(l.nodes) == 0 {
			m.drop(l)
		}
	case op < 18:
		if n.Scheduled() {
			start := p.startOf(r)
			p.lists.Rearm(n, start)
			m.rearm(id, start)
		}
	case op == 18:
		start := p.startOf(r)
		n.SetStart(start)
		m.start[id] = start
	case op == 19:
		p.lists.EndPass()
		m.current = nil
	case op < 22:
		switch r.below(12) {
		case 0, 1, 2, 3, 4, 5, 6:
			p.now = modelDeadline(p.now, r.below(4))
		case 7, 8:
			p.now = modelDeadline(p.now, r.below(200))
		case 9:
			p.now = modelDeadline(p.now, r.below(100_000))
		case 10:
			if e, ok := p.lists.NextExpiry(); ok && e > p.now && e-p.now < 1<<32 {
				p.now = e
			}
		case 11:
			p.now -= min(r.below(100), p.now-math.MinInt64)
		}
	case op < 24:
		return p.halves(r)
	default:
		return p.next(r)
	}
	return nil
}

// next makes some steps of a pass, often to its end.
func (p *pair) next(r source) error {
	for range r.below(6) {
		got, want := p.lists.Next(p.pass), p.model.due(p.pass)
		if err := p.same(got, want); err != nil {
			return fmt.Errorf("Next(%d): %w", p.pass, err)
		}
		if got == nil {
			p.pass = p.now
			return nil
		}
		p.model.detach(want)
		if got.Scheduled() || got.Older() != nil || got.Newer() != nil {
			return fmt.Errorf("Next(%d): node %d is still linked", p.pass, want)
		}
	}
	return nil
}

// halves makes a step with something between its halves.
func (p *pair) halves(r source) error {
	got, want := p.lists.Ready(p.pass), p.model.due(p.pass)
	if got != nil && r.below(2) == 0 {
		if err := p.same(got, want); err != nil {
			return fmt.Errorf("Ready(%d): %w", p.pass, err)
		}
		p.lists.Shift(got)
		p.model.detach(want)
		return nil
	}
	if got == nil {
		got = p.lists.Due(p.pass)
	}
	if err := p.same(got, want); err != nil {
		return fmt.Errorf("Due(%d): %w", p.pass, err)
	}
	if got == nil {
		p.pass = p.now
		return nil
	}
	switch r.below(4) {
	case 0:
		p.lists.Remove(got)
		p.model.remove(want)
	case 1:
		d := duration(r)
		p.lists.Remove(got)
		p.lists.Insert(got, p.now, d)
		p.model.remove(want)
		p.model.insert(want, p.now, d)
	case 2:
		p.lists.Rearm(got, p.now)
		p.model.rearm(want, p.now)
	}
	p.lists.Take(got)
	p.model.detach(want)
	return nil
}

func (p *pair) same(got *timerlist.Node[numbered], want int) error {
	switch {
	case got == nil && want < 0:
		return nil
	case got == nil:
		return fmt.Errorf("nothing, want node %d", want)
	case got.Payload().id != want:
		return fmt.Errorf("node %d, want %d", got.Payload().id, want)
	}
	return nil
}

// glance compares what costs little to compare.
func (p *pair) glance() error {
	m := p.model
	if got, want := p.lists.Durations(), len(m.lists); got != want {
		return fmt.Errorf("%d lists, want %d", got, want)
	}
	got, ok := p.lists.NextExpiry()
	bound, bok := p.lists.WakeBound()
	if len(m.lists) == 0 {
		if ok || bok {
			return fmt.Errorf("NextExpiry %d, %v and WakeBound %d, %v without lists", got, ok, bound, bok)
		}
		return nil
	}
	if want := slices.MinFunc(m.lists, before).expiry; !ok || got != want {
		return fmt.Errorf("NextExpiry %d, %v, want %d", got, ok, want)
	}
	if !bok || bound > got {
		return fmt.Errorf("WakeBound %d, %v is after %d", bound, bok, got)
	}
	return nil
}

// inspect compares everything.
func (p *pair) inspect() error {
	if err := p.lists.Check(); err != nil {
		return err
	}
	var got []int
	for n := range p.lists.All() {
		got = append(got, n.Payload().id)
	}
	if want := p.model.all(); !slices.Equal(got, want) {
		return fmt.Errorf("nodes in order %v\nwant %v", got, want)
	}
	if p.lists.Len() != len(got) {
		return fmt.Errorf("%d nodes, want %d", p.lists.Len(), len(got))
	}
	for i := range p.nodes {
		n := &p.nodes[i]
		if n.Start() != p.model.start[i] {
			return fmt.Errorf("node %d starts at %d, want %d", i, n.Start(), p.model.start[i])
		}
		d, e, number, ok := p.lists.ListOf(n)
		l := p.model.where[i]
		if ok != (l != nil) || ok != n.Scheduled() || d != n.Duration() {
			return fmt.Errorf("node %d: in a list %v, want %v", i, ok, l != nil)
		}
		if ok && (d != l.duration || e != l.expiry || number != l.number) {
			return fmt.Errorf("node %d: list (%d, %d, %d), want (%d, %d, %d)", i, d, e, number, l.duration, l.expiry, l.number)
		}
		if !ok && (n.Older() != nil || n.Newer() != nil) {
			return fmt.Errorf("node %d is in no list and has neighbours", i)
		}
	}
	return nil
}

const day = 24 * 60 * 60 * 1000

var ages = []struct {
	name string
	now  int64
}{
	{"second", 1000},
	{"hour", 60 * 60 * 1000},
	{"31bits", 1<<31 - 1},
	{"50days", 50 * day},
	{"3years", 3 * 365 * day},
	{"level-border", 1<<42 - 100},
	{"below-zero", -1000},
	{"first-tick", math.MinInt64},
	{"near-the-last-tick", math.MaxInt64 - 1<<20},
}

func TestRandomOperations(t *testing.T) {
	steps := 1_000_000 / len(ages) / 2
	if testing.Short() {
		steps /= 20
	}
	for _, age := range ages {
		for _, nodes := range []int{12, 150} {
			t.Run(fmt.Sprintf("age=%s/nodes=%d", age.name, nodes), func(t *testing.T) {
				p := newPair(nodes, age.now)
				r := random{rand.New(rand.NewPCG(uint64(age.now), uint64(nodes)))}
				for i := range steps {
					err := p.step(r)
					if err == nil {
						err = p.glance()
					}
					if err == nil && i%50 == 0 {
						err = p.inspect()
					}
					if err != nil {
						t.Fatalf("step %d: %v", i, err)
					}
				}
			})
		}
	}
}

// fuzzed makes decisions out of fuzzed data, and only zeros when there is none left.
type fuzzed struct{ data []byte }

func (b *fuzzed) below(n int64) int64 {
	var x uint64
	for span := uint64(n - 1); span > 0 && len(b.data) > 0; span >>= 8 {
		x = x<<8 | uint64(b.data[0])
		b.data = b.data[1:]
	}
	return int64(x % uint64(n))
}

func FuzzLists(f *testing.F) {
	for i := range ages {
		seed := rand.New(rand.NewPCG(uint64(i), 7))
		data := make([]byte, 400)
		for k := range data {
			data[k] = byte(seed.Uint32())
		}
		f.Add(uint8(i), data)
	}
	f.Fuzz(func(t *testing.T, age uint8, data []byte) {
		p := newPair(10, ages[int(age)%len(ages)].now)
		r := &fuzzed{data}
		for i := 0; len(r.data) > 0; i++ {
			err := p.step(r)
			if err == nil {
				err = p.glance()
			}
			if err == nil {
				err = p.inspect()
			}
			if err != nil {
				t.Fatalf("step %d: %v", i, err)
			}
		}
	})
}
