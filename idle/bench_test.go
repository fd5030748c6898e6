package idle

import (
	"fmt"
	"net"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Benchmarks of the mechanism; those with sockets and processor time are in bench_linux_test.go. The time is that of one
// operation. Each runs beside what programs do without this package, in the same loop.
//
//	go test -run xxx -bench . ./idle

// BenchmarkTouch is what a read pays. Goroutines have connections of their own, and go through them in turn.
//
//   - none: the loop alone
//   - noted: Touch, in a tick that has been noted
//   - first: Touch, the first of a tick on that connection; the clock moves on before each round, and for one connection
//     that is part of the cost
//   - reset: time.Timer.Reset, one timer a connection
//   - deadline: SetReadDeadline with time.Now, on UDP sockets, of which there may not be 100,000
//
// Go's timers and deadlines do this when a connection is read; a program that does it on writes too does it twice.
func BenchmarkTouch(b *testing.B) {
	for _, conns := range []int{1, 1000, 100_000} {
		for _, goroutines := range []int{1, 2, 4, 8} {
			if goroutines > conns {
				continue
			}
			for _, how := range []struct {
				name string
				run  func(b *testing.B, conns, goroutines int)
			}{{"none", touchNone}, {"noted", touchNoted}, {"first", touchFirst}, {"reset", touchReset}, {"deadline", touchDeadline}} {
				if how.name == "deadline" && conns > 10_000 {
					continue
				}
				b.Run(fmt.Sprintf("how=%s/conns=%d/goroutines=%d", how.name, conns, goroutines), func(b *testing.B) {
					b.ReportAllocs()
					how.run(b, conns, goroutines)
				})
			}
		}
	}
}

// shares runs work(first, last, n) on goroutines, each with its part of conns and of b.N.
func shares(b *testing.B, conns, goroutines int, work func(first, last, n int)) {
	var wg sync.WaitGroup
	b.ResetTimer()
	for i := range goroutines {
		first, last := conns*i/goroutines, conns*(i+1)/goroutines
		wg.Go(func() { work(first, last, b.N/goroutines) })
	}
	wg.Wait()
	b.StopTimer()
}

var sink atomic.Int64

func touchNone(b *testing.B, conns, goroutines int) {
	shares(b, conns, goroutines, func(first, last, n int) {
		i, sum := first, 0
		for range n {
			sum ^= i
			if i++; i == last {
				i = first
			}
		}
		sink.Add(int64(sum))
	})
}

// manyEntries are entries of one group that will not expire.
func manyEntries(b *testing.B, g *Group, n int) []Entry {
	entries := make([]Entry, n)
	for i := range entries {
		g.Add(&entries[i], Func(func() { b.Error("expired") }), time.Hour)
	}
	b.Cleanup(func() {
		for i := range entries {
			entries[i].Stop()
		}
	})
	return entries
}

func touchNoted(b *testing.B, conns, goroutines int) {
	g := NewGroup(Options{Tick: time.Hour})
	entries := manyEntries(b, g, conns)
	for i := range entries {
		entries[i].Touch()
	}
	shares(b, conns, goroutines, func(first, last, n int) {
		i, refused := first, 0
		for range n {
			if !entries[i].Touch() {
				refused++
			}
			if i++; i == last {
				i = first
			}
		}
		sink.Add(int64(refused))
	})
}

func touchFirst(b *testing.B, conns, goroutines int) {
	g := NewGroup(Options{Tick: time.Hour})
	entries := manyEntries(b, g, conns)
	shares(b, conns, goroutines, func(first, last, n int) {
		for n > 0 {
			g.clock.Add(1 << stampShift)
			for i := first; i < last && n > 0; i, n = i+1, n-1 {
				entries[i].Touch()
			}
		}
	})
}

func touchReset(b *testing.B, conns, goroutines int) {
	timers := make([]*time.Timer, conns)
	for i := range timers {
		timers[i] = time.AfterFunc(time.Hour, func() {})
		defer timers[i].Stop()
	}
	shares(b, conns, goroutines, func(first, last, n int) {
		i := first
		for range n {
			timers[i].Reset(time.Hour)
			if i++; i == last {
				i = first
			}
		}
	})
}

func touchDeadline(b *testing.B, conns, goroutines int) {
	sockets := make([]net.PacketConn, conns)
	for i := range sockets {
		c, err := net.ListenPacket("udp", "127.0.0.1:0")
		if err != nil {
			b.Fatal(err)
		}
		defer c.Close()
		sockets[i] = c
	}
	shares(b, conns, goroutines, func(first, last, n int) {
		i := first
		for range n {
			sockets[i].SetReadDeadline(time.Now().Add(time.Hour))
			if i++; i == last {
				i = first
			}
		}
	})
}

// BenchmarkHold is Hold and Release, which a request of HTTP pays once.
func BenchmarkHold(b *testing.B) {
	e := &manyEntries(b, NewGroup(Options{}), 1)[0]
	b.ReportAllocs()
	for b.Loop() {
		e.Hold()
		e.Release()
	}
}

// BenchmarkAddStop is what a connection pays once, beside 100,000 others. With several goroutines it shows what the
// group's one lock costs: with groups=8 each goroutine has a group of its own, which is the best that shards could do.
func BenchmarkAddStop(b *testing.B) {
	for _, goroutines := range []int{1, 8} {
		for _, groups := range []int{1, 8} {
			if groups > goroutines {
				continue
			}
			b.Run(fmt.Sprintf("goroutines=%d/groups=%d", goroutines, groups), func(b *testing.B) {
				b.ReportAllocs()
				all := make([]*Group, groups)
				for i := range all {
					all[i] = NewGroup(Options{})
					manyEntries(b, all[i], 100_000/groups)
				}
				shares(b, goroutines, goroutines, func(first, _, n int) {
					var e Entry
					g, f := all[first%groups], Func(func() {})
					for range n {
						g.Add(&e, f, time.Minute)
						e.Stop()
					}
				})
			})
		}
	}
	b.Run("peer=AfterFunc", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			time.AfterFunc(time.Minute, func() {}).Stop()
		}
	})
}

// BenchmarkLook is what the keeper does for a connection once per limit: it finds that it was touched, and puts it off.
func BenchmarkLook(b *testing.B) {
	for _, conns := range []int{1000, 100_000} {
		b.Run(fmt.Sprintf("conns=%d", conns), func(b *testing.B) {
			b.ReportAllocs()
			g := NewGroup(Options{Tick: time.Hour})
			entries := manyEntries(b, g, conns)
			now := int64(origin)
			b.ResetTimer()
			for left := b.N; left > 0; left -= conns {
				b.StopTimer()
				g.mu.Lock()
				now += entries[0].limit + 5
				g.clock.Store(word(now - 1))
				for i := range entries {
					entries[i].Touch()
				}
				b.StartTimer()
				for more := true; more; {
					_, more = g.pass(nil, now)
				}
				g.mu.Unlock()
			}
			b.StopTimer()
			g.mu.Lock()
			g.clock.Store(word(origin))
			g.mu.Unlock()
		})
	}
}

// nothing is a connection that costs nothing.
type nothing struct{ net.Conn }

func (nothing) Read(p []byte) (int, error)  { return len(p), nil }
func (nothing) Write(p []byte) (int, error) { return len(p), nil }
func (nothing) Close() error                { return nil }

// BenchmarkConn is what a Conn adds to a call, over a connection whose calls do nothing.
func BenchmarkConn(b *testing.B) {
	p := make([]byte, 1)
	for _, x := range []struct {
		name string
		c    func(*Group) net.Conn
	}{
		{"none", func(*Group) net.Conn { return nothing{} }},
		{"idle", func(g *Group) net.Conn { return NewConn(nothing{}, Config{Idle: time.Minute, Group: g}) }},
		{"all", func(g *Group) net.Conn {
			return NewConn(nothing{}, Config{Idle: time.Minute, ReadStall: time.Minute, WriteStall: time.Minute, Group: g})
		}},
	} {
		g := NewGroup(Options{})
		c := x.c(g)
		b.Run("call=Read/limits="+x.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c.Read(p)
			}
		})
		b.Run("call=Write/limits="+x.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c.Write(p)
			}
		})
		c.Close()
	}
}

// BenchmarkMemory is the bytes of a connection's limits, with what the group keeps for it.
func BenchmarkMemory(b *testing.B) {
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	for _, x := range []struct {
		name string
		cfg  Config
		http bool
	}{
		{"entry", Config{}, false},
		{"conn", Config{Idle: time.Hour}, false},
		{"conn-read-stall", Config{Idle: time.Hour, ReadStall: time.Hour}, false},
	} {
		b.Run("what="+x.name, func(b *testing.B) {
			const n = 100_000
			for b.Loop() {
				g := NewGroup(Options{})
				x.cfg.Group = g
				conns, entries := make([]*Conn, n), make([]*Entry, n)
				before := heap()
				for i := range n {
					if x.name == "entry" {
						entries[i] = new(Entry)
						g.Add(entries[i], Func(nothingToDo), time.Hour)
					} else {
						conns[i] = NewConn(nothing{}, x.cfg)
					}
				}
				b.ReportMetric(float64(heap()-before)/n, "B/conn")
				for i := range n {
					if x.name == "entry" {
						entries[i].Stop()
					} else {
						conns[i].Close()
					}
				}
				runtime.KeepAlive(conns)
				runtime.KeepAlive(entries)
			}
		})
	}
}

func nothingToDo() {}

// BenchmarkExpire is 100,000 that expire at once: entries, and pipes with a goroutine that waits in Read. late-ms is how
// long after the limit the last handler ran, or the last Read returned.
func BenchmarkExpire(b *testing.B) {
	const n, limit = 100_000, 2 * time.Second
	b.Run("what=entry", func(b *testing.B) {
		for b.Loop() {
			g := NewGroup(Options{})
			entries := make([]Entry, n)
			var wg sync.WaitGroup
			wg.Add(n)
			for i := range entries {
				g.Add(&entries[i], Func(wg.Done), time.Hour)
			}
			since := time.Now()
			g.clock.Add(1 << stampShift)
			for i := range entries {
				entries[i].Touch()
				entries[i].SetLimit(limit)
			}
			all := time.Since(since)
			wg.Wait()
			b.ReportMetric(float64(time.Since(since)-limit)/1e6, "late-ms")
			b.ReportMetric(float64(all)/1e6, "set-ms")
		}
	})
	b.Run("what=pipe", func(b *testing.B) {
		for b.Loop() {
			g := NewGroup(Options{})
			conns := make([]*Conn, n)
			var wg sync.WaitGroup
			for i := range conns {
				a, _ := net.Pipe()
				conns[i] = NewConn(a, Config{Idle: time.Hour, Group: g})
				wg.Go(func() { conns[i].Read(make([]byte, 1)) })
			}
			since := time.Now()
			for i := range conns {
				conns[i].SetIdle(limit)
			}
			all := time.Since(since)
			wg.Wait()
			b.ReportMetric(float64(time.Since(since)-limit)/1e6, "late-ms")
			b.ReportMetric(float64(all)/1e6, "set-ms")
		}
	})
}
