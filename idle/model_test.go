package idle

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"
)

// Random programs against a model: for each entry, when it was last touched. In a bubble, so that time is exact.

type modelEntry struct {
	e     Entry
	limit time.Duration
	last  time.Time // of what its limit counts from
	holds int
	out   bool // stopped, or known to have expired

	expired []time.Time
}

func (m *modelEntry) Expire(*Entry) { m.expired = append(m.expired, time.Now()) }

// mustBe checks m, which was used at this moment with that result.
func (m *modelEntry) mustBe(t *rapid.T, live bool) {
	idle := time.Since(m.last)
	if m.holds > 0 || m.limit <= 0 {
		idle = -1
	}
	switch {
	case m.out && live:
		t.Fatalf("an entry that is out is live")
	case m.out:
	case !live && idle < m.limit:
		t.Fatalf("expired %v after its last touch, the limit is %v, holds %d", idle, m.limit, m.holds)
	case live && idle > m.limit+slack:
		t.Fatalf("live %v after its last touch, the limit is %v", idle, m.limit)
	}
}

func TestModelGroup(t *testing.T) {
	limits := rapid.OneOf(
		rapid.Just(time.Duration(0)),
		rapid.Map(rapid.Int64Range(1, int64(5*tick)), func(n int64) time.Duration { return time.Duration(n) }),
		rapid.SampledFrom([]time.Duration{tick, time.Second, 10 * time.Second, 5 * time.Minute}),
	)
	rapid.Check(t, func(rt *rapid.T) {
		inBubble(t, func() {
			t := rt
			g := NewGroup(Options{Tick: tick})
			var all []*modelEntry
			defer g.stopAll()
			pick := func(t *rapid.T) *modelEntry {
				if len(all) == 0 {
					t.Skip("no entry")
				}
				return all[rapid.IntRange(0, len(all)-1).Draw(t, "entry")]
			}
			// used runs an operation on an entry, then checks and notes.
			used := func(t *rapid.T, touches bool, f func(m *modelEntry) bool) {
				m := pick(t)
				ok := f(m)
				m.mustBe(t, ok)
				m.out = m.out || !ok
				if ok && touches {
					m.last = time.Now()
				}
			}
			t.Repeat(map[string]func(*rapid.T){
				"add": func(t *rapid.T) {
					m := &modelEntry{limit: limits.Draw(t, "limit"), last: time.Now()}
					g.Add(&m.e, m, m.limit)
					all = append(all, m)
				},
				"touch": func(t *rapid.T) { used(t, true, func(m *modelEntry) bool { return m.e.Touch() }) },
				"hold": func(t *rapid.T) {
					used(t, false, func(m *modelEntry) bool {
						ok := m.e.Hold()
						if ok {
							// What ran out before is not looked at again, so it is checked here.
							m.mustBe(t, ok)
							m.holds++
						}
						return ok
					})
				},
				"release": func(t *rapid.T) {
					used(t, true, func(m *modelEntry) bool {
						if m.holds == 0 {
							t.Skip("not held")
						}
						m.mustBe(t, m.e.Live())
						ok := m.e.Release()
						m.holds--
						if ok {
							m.last = time.Now()
						}
						return ok
					})
				},
				"limit": func(t *rapid.T) {
					d := limits.Draw(t, "limit")
					used(t, false, func(m *modelEntry) bool {
						ok := m.e.SetLimit(d)
						m.mustBe(t, ok)
						if !ok {
							return false
						}
						if m.limit <= 0 {
							m.last = time.Now()
						}
						// A touch is exact to a step of the clock; what has passed by the new limit is over at once.
						m.limit = d
						synctest.Wait()
						return m.e.Live()
					})
				},
				"stop": func(t *rapid.T) {
					used(t, false, func(m *modelEntry) bool { return m.e.Stop() })
					for _, m := range all {
						if !m.e.Live() && len(m.expired) == 0 {
							m.out = true
						}
					}
				},
				"sleep": func(t *rapid.T) {
					time.Sleep(rapid.OneOf(
						rapid.Map(rapid.Int64Range(1, int64(3*tick)), func(n int64) time.Duration { return time.Duration(n) }),
						rapid.SampledFrom([]time.Duration{time.Second, 10 * time.Second, 5 * time.Minute}),
					).Draw(t, "for"))
					synctest.Wait()
				},
				"": func(t *rapid.T) {
					synctest.Wait()
					live := 0
					for _, m := range all {
						if m.e.Live() {
							live++
						}
						if n := len(m.expired); n > 1 || (n == 1) != m.e.Expired() {
							t.Fatalf("the handler ran %d times, Expired is %v", n, m.e.Expired())
						} else if n == 1 && !m.out {
							if d := m.expired[0].Sub(m.last); m.holds > 0 || d < m.limit {
								t.Fatalf("expired %v after its last touch, the limit is %v, holds %d", d, m.limit, m.holds)
							}
							m.out = true
						}
						m.mustBe(t, m.e.Live())
					}
					if s := g.Stats(); s.Live != live || s.Waiting != 0 {
						t.Fatalf("%+v, live are %d", s, live)
					}
				},
			})
		})
	})
}

// inBubble runs f in a bubble; what f panics with, as rapid does for a failure, comes out of it.
func inBubble(t *testing.T, f func()) {
	var failure any
	synctest.Test(t, func(*testing.T) {
		defer func() { failure = recover() }()
		f()
	})
	// rapid tells failures apart by where they panic, so one that it makes itself must come from another line.
	if fmt.Sprintf("%T", failure) == "rapid.invalidData" {
		panic(failure)
	}
	if failure != nil {
		panic(failure)
	}
}

// A stamp stands for a time after all touches that carry it, and for nothing later than the exact answer or, after
// neighbours were joined, the end of their neighbour.
func TestModelLate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var l late
		ends := map[int64]int64{} // of each value the clock had
		var clocks []int64
		clock := int64(origin)
		steps := rapid.SliceOfN(rapid.OneOf(rapid.Just(int64(step)), rapid.Int64Range(step, 40), rapid.Int64Range(1, 5000)), 1, 3*maxSpans).Draw(t, "steps")
		for _, by := range steps {
			next := clock + by
			if by > maxStep {
				l.note(clock, next+1, -1)
				ends[clock] = next + 1
			}
			clocks = append(clocks, clock)
			clock = next
		}
		for i, c := range clocks {
			exact := max(ends[c], c+tickUnits)
			got := l.effective(c)
			if got < exact {
				t.Fatalf("%d counts as %d, it stood for touches before %d", c, got, exact)
			}
			if len(ends) < maxSpans && got != exact {
				t.Fatalf("%d counts as %d, want %d", c, got, exact)
			}
			if far := 2*(clock-origin)/maxSpans + 2*5001; got > exact+far {
				t.Fatalf("%d, the clock's value %d, counts as %d, exact is %d", c, i, got, exact)
			}
		}
		if len(l.spans) > maxSpans {
			t.Fatalf("%d spans", len(l.spans))
		}
	})
}

// More spans than are kept: neighbours are joined, and no touch counts as earlier than it was, nor as later by more
// than two parts of as many as are kept.
func TestLateJoinsNeighbours(t *testing.T) {
	var l late
	const each, long, spans = 100, 60, 5 * maxSpans
	for i := range int64(spans) {
		l.note(each*i, each*i+long, -1)
		if n := len(l.spans); n > maxSpans {
			t.Fatalf("%d spans", n)
		}
	}
	const far = 2*each*spans/maxSpans + long
	wrong := 0
	for i := range int64(spans) {
		late, onTime := l.effective(each*i), l.effective(each*i+70)
		if late < each*i+long || late > each*i+far || onTime < each*i+70+tickUnits || onTime > each*i+far {
			wrong++
		}
	}
	if wrong > 0 {
		t.Errorf("%d of %d stamps count as too early or too late", wrong, spans)
	}
}

func TestLateForgetsWhatIsOver(t *testing.T) {
	var l late
	for i := range int64(10 * maxSpans) {
		l.note(100*i, 100*i+50, 100*(i-5))
	}
	if n := len(l.spans); n > 7 {
		t.Errorf("%d spans are kept, of which 6 matter", n)
	}
	l.note(5000*maxSpans, 6000*maxSpans, 4000*maxSpans)
	if n := len(l.spans); n != 1 {
		t.Errorf("%d spans are kept, of which 1 matters", n)
	}
}
