package timerlist_test

import (
	stdheap "container/heap"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/nodetimers/nodetimers/internal/timerlist"
)

// Each benchmark runs rounds of one operation on many timers and times that operation alone: what makes a round ready
// and what clears it away are not in the figure, nor is the first round, which touches the memory. One op is one timer.
// The tick moves on by one every sixteen timers, because re-arming a timer in its own tick would be no re-arming.
//
// The spread of a benchmark is how durations are given out: pooled is one duration, mixed is eight in turn, ascending,
// descending and random give each timer one of its own.

type content struct {
	//lint:ignore U1000 takes the room a real payload takes
	callback func()
	//lint:ignore U1000 takes the room a real payload takes
	subject any
	//lint:ignore U1000 takes the room a real payload takes
	flags int64
}

// timer is how a package above this one has its timers: a type of its own over a node.
type timer timerlist.Node[content]

func (t *timer) node() *timerlist.Node[content] { return (*timerlist.Node[content])(t) }

type bed struct {
	lists    timerlist.Lists[content]
	timers   []timer
	shuffled []int
	duration func(i int) int64
	now      int64
}

var spreads = []struct {
	name string
	of   func(timers int) func(i int) int64
}{
	{"pooled", func(int) func(int) int64 { return func(int) int64 { return 120_000 } }},
	{"mixed", func(int) func(int) int64 { return func(i int) int64 { return int64(1000 + i%8*250) } }},
	{"ascending", func(int) func(int) int64 { return func(i int) int64 { return int64(1000 + i) } }},
	{"descending", func(n int) func(int) int64 { return func(i int) int64 { return int64(1000 + n - i) } }},
	{"random", func(n int) func(int) int64 {
		p := rand.New(rand.NewPCG(3, 4)).Perm(n)
		return func(i int) int64 { return int64(1000 + 7*p[i]) }
	}},
}

var sizes = []int{1_000, 100_000, 1_000_000}

func each(b *testing.B, f func(b *testing.B, d *bed)) {
	for _, spread := range spreads {
		for _, n := range sizes {
			b.Run(fmt.Sprintf("order=%s/timers=%d", spread.name, n), func(b *testing.B) {
				f(b, &bed{
					timers:   make([]timer, n),
					shuffled: rand.New(rand.NewPCG(1, 2)).Perm(n),
					duration: spread.of(n),
					now:      1 << 31,
				})
			})
		}
	}
}

func (d *bed) fill() {
	for i := range d.timers {
		d.lists.Insert(d.timers[i].node(), d.tick(i), d.duration(i))
	}
}

func (d *bed) clear() {
	for i := range d.timers {
		d.lists.Remove(d.timers[i].node())
	}
}

func (d *bed) tick(i int) int64 {
	if i&15 == 0 {
		d.now++
	}
	return d.now
}

func nothing() {}

// rounds times operation alone, once a round, and reports the time of one of its n parts.
func rounds(b *testing.B, n int, ready, operation, undo func()) {
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

func BenchmarkInsert(b *testing.B) {
	each(b, func(b *testing.B, d *bed) {
		rounds(b, len(d.timers), nothing, d.fill, d.clear)
	})
}

// The first timer of a duration and the last, over and over: a list made and dropped each time.
func BenchmarkInsertCancel(b *testing.B) {
	for _, others := range []int{0, 100_000} {
		b.Run(fmt.Sprintf("others=%d", others), func(b *testing.B) {
			d := bed{timers: make([]timer, others), now: 1 << 31, duration: func(i int) int64 { return int64(2000 + i) }}
			d.fill()
			var t timer
			i := 0
			for b.Loop() {
				d.lists.Insert(t.node(), d.tick(i), 1000)
				d.lists.Remove(t.node())
				i++
			}
		})
	}
}

func BenchmarkCancel(b *testing.B) {
	for _, from := range []string{"oldest", "newest", "random"} {
		b.Run("from="+from, func(b *testing.B) {
			each(b, func(b *testing.B, d *bed) {
				rounds(b, len(d.timers), d.fill, func() {
					switch from {
					case "oldest":
						for i := range d.timers {
							d.lists.Remove(d.timers[i].node())
						}
					case "newest":
						for i := len(d.timers) - 1; i >= 0; i-- {
							d.lists.Remove(d.timers[i].node())
						}
					case "random":
						for _, i := range d.shuffled {
							d.lists.Remove(d.timers[i].node())
						}
					}
				}, nothing)
			})
		})
	}
}

func BenchmarkRearm(b *testing.B) {
	for _, pick := range []string{"oldest", "random", "alone"} {
		for _, n := range sizes {
			b.Run(fmt.Sprintf("pick=%s/timers=%d", pick, n), func(b *testing.B) {
				d := bed{
					timers:   make([]timer, n),
					shuffled: rand.New(rand.NewPCG(1, 2)).Perm(n),
					duration: func(i int) int64 { return 120_000 },
					now:      1 << 31,
				}
				if pick == "alone" {
					d.duration = func(i int) int64 { return int64(120_000 + i) }
				}
				d.fill()
				rounds(b, n, nothing, func() {
					if pick == "random" {
						for k, i := range d.shuffled {
							d.lists.Rearm(d.timers[i].node(), d.tick(k))
						}
						return
					}
					for i := range d.timers {
						d.lists.Rearm(d.timers[i].node(), d.tick(i))
					}
				}, nothing)
			})
		}
	}
}

// One pass over timers that are all due.
func BenchmarkNext(b *testing.B) {
	each(b, func(b *testing.B, d *bed) {
		rounds(b, len(d.timers), d.fill, func() {
			d.now += 1 << 23
			fired := 0
			for d.lists.Next(d.now) != nil {
				fired++
			}
			if fired != len(d.timers) {
				b.Fatalf("%d of %d timers fired", fired, len(d.timers))
			}
		}, nothing)
	})
}

func BenchmarkDueTake(b *testing.B) {
	each(b, func(b *testing.B, d *bed) {
		rounds(b, len(d.timers), d.fill, func() {
			d.now += 1 << 23
			for n := d.lists.Due(d.now); n != nil; n = d.lists.Due(d.now) {
				d.lists.Take(n)
			}
		}, nothing)
	})
}

// Intervals: a pass at the next expiry, over and over, and each timer that fires is set again. One op is one firing.
func BenchmarkInterval(b *testing.B) {
	each(b, func(b *testing.B, d *bed) {
		for i := range d.timers {
			d.lists.Insert(d.timers[i].node(), d.now, d.duration(i))
		}
		rounds(b, len(d.timers), nothing, func() {
			for fired := 0; fired < len(d.timers); {
				d.now, _ = d.lists.NextExpiry()
				for n := d.lists.Due(d.now); n != nil; n = d.lists.Due(d.now) {
					k := n.Duration()
					d.lists.Take(n)
					d.lists.Insert(n, d.now, k)
					fired++
				}
			}
		}, nothing)
	})
}

// A turn of a loop in which nothing is due: a pass and the question how long to sleep, while the nearest timer is set
// and cleared, so that the first list has to be found again each time.
func BenchmarkIdleTurn(b *testing.B) {
	for _, ask := range []string{"NextExpiry", "WakeBound"} {
		for _, lists := range []int{10, 1_000, 100_000} {
			b.Run(fmt.Sprintf("ask=%s/lists=%d", ask, lists), func(b *testing.B) {
				d := bed{timers: make([]timer, lists), now: 1 << 31, duration: func(i int) int64 { return int64(3_000_000 + 10*i) }}
				d.fill()
				var t timer
				for b.Loop() {
					d.lists.Insert(t.node(), d.now, 1000)
					d.lists.Next(d.now)
					d.lists.Remove(t.node())
					if ask == "NextExpiry" {
						d.lists.NextExpiry()
					} else {
						d.lists.WakeBound()
					}
				}
			})
		}
	}
}

// What else there is to keep timers in: the timers of the Go runtime, a heap of timers as container/heap has it, and
// memory alone. One op is one timer; a re-arm moves it to a later time.
func BenchmarkPeer(b *testing.B) {
	for _, n := range []int{1_000, 100_000} {
		runtimeTimers := make([]*time.Timer, n)
		fill := func() {
			for i := range runtimeTimers {
				runtimeTimers[i] = time.AfterFunc(time.Hour, nothing)
			}
		}
		stop := func() {
			for _, t := range runtimeTimers {
				t.Stop()
			}
		}
		run := func(name string, f func(b *testing.B)) {
			b.Run(fmt.Sprintf("%s/timers=%d", name, n), f)
		}
		run("peer=time/op=AfterFunc", func(b *testing.B) { rounds(b, n, nothing, fill, stop) })
		run("peer=time/op=Stop", func(b *testing.B) { rounds(b, n, fill, stop, nothing) })
		run("peer=time/op=Reset", func(b *testing.B) {
			fill()
			rounds(b, n, nothing, func() {
				for _, t := range runtimeTimers {
					t.Reset(time.Hour)
				}
			}, nothing)
			stop()
		})

		entries := make([]peerEntry, n)
		var h peerHeap
		push := func() {
			for i := range entries {
				entries[i].deadline = int64(1000 + i)
				stdheap.Push(&h, &entries[i])
			}
		}
		remove := func() {
			for i := range entries {
				stdheap.Remove(&h, entries[i].index)
			}
		}
		run("peer=container-heap/op=Push", func(b *testing.B) { rounds(b, n, nothing, push, remove) })
		run("peer=container-heap/op=Remove", func(b *testing.B) { rounds(b, n, push, remove, nothing) })
		run("peer=container-heap/op=Fix", func(b *testing.B) {
			push()
			rounds(b, n, nothing, func() {
				for i := range entries {
					entries[i].deadline += int64(n)
					stdheap.Fix(&h, entries[i].index)
				}
			}, nothing)
			remove()
		})
		run("peer=container-heap/op=Pop", func(b *testing.B) {
			rounds(b, n, push, func() {
				for h.Len() > 0 {
					stdheap.Pop(&h)
				}
			}, nothing)
		})

		all := make([]*timer, 0, n)
		timers := make([]timer, n)
		run("peer=slice/op=append", func(b *testing.B) {
			rounds(b, n, nothing, func() {
				for i := range timers {
					all = append(all, &timers[i])
				}
			}, func() { all = all[:0] })
		})
	}
}

type peerEntry struct {
	deadline int64
	index    int
	//lint:ignore U1000 takes the room a real payload takes
	content content
}

type peerHeap []*peerEntry

func (h peerHeap) Len() int           { return len(h) }
func (h peerHeap) Less(i, j int) bool { return h[i].deadline < h[j].deadline }
func (h peerHeap) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].index, h[j].index = i, j
}

func (h *peerHeap) Push(x any) {
	e := x.(*peerEntry)
	e.index = len(*h)
	*h = append(*h, e)
}

func (h *peerHeap) Pop() any {
	old := *h
	e := old[len(old)-1]
	old[len(old)-1] = nil
	*h = old[:len(old)-1]
	return e
}
