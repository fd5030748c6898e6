package timerlist

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

// The structure that was compared with the wheel and lost: a four-ary heap with the keys in its slots. It stays here so
// that the wheel can be tested against it and the comparison repeated (BenchmarkOrder).

type heap struct{ slots []heapSlot }

type heapSlot struct {
	expiry, number int64
	item           *heapItem
}

// heapItem is as large as a list.
type heapItem struct {
	expiry, number int64
	index          int
	id             int
	_              [24]byte
}

func (s *heapSlot) before(t *heapSlot) bool {
	return s.expiry < t.expiry || s.expiry == t.expiry && s.number < t.number
}

func (h *heap) add(x *heapItem) {
	h.slots = append(h.slots, heapSlot{})
	h.up(len(h.slots)-1, heapSlot{x.expiry, x.number, x})
}

func (h *heap) remove(x *heapItem) {
	i, last := x.index, len(h.slots)-1
	s := h.slots[last]
	h.slots[last] = heapSlot{}
	h.slots = h.slots[:last]
	switch {
	case i == last:
	case i > 0 && s.before(&h.slots[(i-1)/4]):
		h.up(i, s)
	default:
		h.down(i, s)
	}
}

func (h *heap) due(now int64) *heapItem {
	if len(h.slots) == 0 || h.slots[0].expiry > now {
		return nil
	}
	return h.slots[0].item
}

func (h *heap) next() (int64, bool) {
	if len(h.slots) == 0 {
		return 0, false
	}
	return h.slots[0].expiry, true
}

func (h *heap) up(i int, x heapSlot) {
	a := h.slots
	for i > 0 {
		p := (i - 1) / 4
		if !x.before(&a[p]) {
			break
		}
		a[i] = a[p]
		a[i].item.index = i
		i = p
	}
	a[i] = x
	x.item.index = i
}

func (h *heap) down(i int, x heapSlot) {
	a := h.slots
	for {
		c := 4*i + 1
		if c >= len(a) {
			break
		}
		m := c
		for k := c + 1; k < min(c+4, len(a)); k++ {
			if a[k].before(&a[m]) {
				m = k
			}
		}
		if !a[m].before(&x) {
			break
		}
		a[i] = a[m]
		a[i].item.index = i
		i = m
	}
	a[i] = x
	x.item.index = i
}

// Thousands of lists in both, with expiries that collide, lie before the wheel's time, or far off.
func TestWheelIsTheHeap(t *testing.T) {
	for seed := range uint64(6) {
		t.Run(fmt.Sprint("seed=", seed), func(t *testing.T) {
			const lists, steps = 3000, 60_000
			r := rand.New(rand.NewPCG(seed, 3))
			var (
				w       wheel[int]
				h       heap
				ls      = make([]list[int], lists)
				items   = make([]heapItem, lists)
				in      = make([]bool, lists)
				known   = map[*list[int]]bool{}
				ids     = map[*list[int]]int{}
				now     = int64(1) << (10 * seed)
				numbers int64
			)
			for i := range items {
				items[i].id = i
				ids[&ls[i]] = i
			}
			remove := func(i int) {
				w.remove(&ls[i])
				h.remove(&items[i])
				delete(known, &ls[i])
				in[i] = false
			}
			add := func(i int) {
				l := &ls[i]
				start := now
				switch r.IntN(40) {
				case 0:
					start -= r.Int64N(100)
				case 1:
					start -= r.Int64N(1 << 20)
				}
				l.duration = 1 + r.Int64N(1<<r.IntN(36))
				if r.IntN(3) == 0 {
					l.duration = 1 + r.Int64N(100)
				}
				numbers++
				l.expiry, l.number = start+l.duration, numbers
				items[i].expiry, items[i].number = l.expiry, l.number
				w.add(l)
				h.add(&items[i])
				known[l] = true
				in[i] = true
			}
			for step := range steps {
				i := r.IntN(lists)
				switch op := r.IntN(10); {
				case op < 4:
					if in[i] {
						remove(i)
					}
					add(i)
				case op < 5:
					if in[i] {
						remove(i)
					}
				case op < 6:
					now += r.Int64N(1 << r.IntN(12))
				case op < 7:
					e, ok := w.next()
					if we, wok := h.next(); e != we || ok != wok {
						t.Fatalf("step %d: next is %d, %v, the heap's %d, %v", step, e, ok, we, wok)
					}
				default:
					l, x := w.due(now), h.due(now)
					if l == nil || x == nil {
						if l != nil || x != nil {
							t.Fatalf("step %d: due at %d: wheel %v, heap %v", step, now, l, x)
						}
						break
					}
					if ids[l] != x.id {
						t.Fatalf("step %d: due at %d: list %d (%d, %d), the heap's %d (%d, %d)",
							step, now, ids[l], l.expiry, l.number, x.id, x.expiry, x.number)
					}
					remove(x.id)
					if op == 9 {
						add(x.id) // as Next puts a list off
					}
				}
				if step%1000 == 0 {
					if err := w.check(known); err != nil {
						t.Fatalf("step %d: %v", step, err)
					}
				}
			}
		})
	}
}

// BenchmarkOrder times the two structures alone. One op is one list. run is a steady state: the first list is taken
// when it is due and comes back a duration later.
func BenchmarkOrder(b *testing.B) {
	for _, structure := range []string{"wheel", "heap"} {
		for _, order := range []string{"ascending", "descending", "random"} {
			for _, lists := range []int{1_000, 100_000, 1_000_000} {
				for _, op := range []string{"add", "remove", "drain", "run"} {
					name := fmt.Sprintf("structure=%s/op=%s/order=%s/lists=%d", structure, op, order, lists)
					b.Run(name, func(b *testing.B) { benchmarkOrder(b, structure, op, order, lists) })
				}
			}
		}
	}
}

func benchmarkOrder(b *testing.B, structure, op, order string, lists int) {
	r := rand.New(rand.NewPCG(1, 2))
	durations := make([]int64, lists)
	for i := range durations {
		switch order {
		case "ascending":
			durations[i] = int64(1000 + i)
		case "descending":
			durations[i] = int64(1000 + lists - i)
		case "random":
			durations[i] = 1000 + r.Int64N(int64(lists))
		}
	}
	now, number := int64(1<<31), int64(0)
	end := func() int64 { return now + int64(lists) + 2000 }
	var add, remove, drain, run func()
	switch structure {
	case "wheel":
		w, ls := new(wheel[int]), make([]list[int], lists)
		for i := range ls {
			ls[i].duration = durations[i]
		}
		put := func(l *list[int], start int64) {
			number++
			l.expiry, l.number = start+l.duration, number
			w.add(l)
		}
		add = func() {
			for i := range ls {
				put(&ls[i], now)
			}
		}
		remove = func() {
			for i := range ls {
				w.remove(&ls[i])
			}
		}
		drain = func() {
			for l := w.due(end()); l != nil; l = w.due(end()) {
				w.remove(l)
			}
		}
		run = func() {
			for range lists {
				e, _ := w.next()
				l := w.due(e)
				w.remove(l)
				put(l, e)
				now = e
			}
		}
	case "heap":
		h, items := new(heap), make([]heapItem, lists)
		for i := range items {
			items[i].id = i
		}
		put := func(x *heapItem, start, duration int64) {
			number++
			x.expiry, x.number = start+duration, number
			h.add(x)
		}
		add = func() {
			for i := range items {
				put(&items[i], now, durations[i])
			}
		}
		remove = func() {
			for i := range items {
				h.remove(&items[i])
			}
		}
		drain = func() {
			for x := h.due(end()); x != nil; x = h.due(end()) {
				h.remove(x)
			}
		}
		run = func() {
			for range lists {
				e, _ := h.next()
				x := h.due(e)
				h.remove(x)
				put(x, e, durations[x.id])
				now = e
			}
		}
	}
	nothing := func() {}
	switch op {
	case "add":
		phase(b, lists, nothing, add, func() { remove(); now += 1000 })
	case "remove":
		phase(b, lists, add, remove, func() { now += 1000 })
	case "drain":
		phase(b, lists, add, drain, func() { now = end() })
	case "run":
		add()
		phase(b, lists, nothing, run, nothing)
	}
}

// phase times operation alone, once a round, and reports the time of one of its n parts. The first round is not
// counted: memory is there and has been touched.
func phase(b *testing.B, n int, ready, operation, undo func()) {
	b.Helper()
	var total time.Duration
	for i := -1; i < b.N; i++ {
		ready()
		t := time.Now()
		operation()
		if i >= 0 {
			total += time.Since(t)
		}
		undo()
	}
	b.ReportMetric(float64(total.Nanoseconds())/float64(b.N)/float64(n), "ns/op")
}
