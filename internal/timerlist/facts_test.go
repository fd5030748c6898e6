package timerlist_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/nodetimers/nodetimers/internal/timerlist"
)

// The facts of Node.js's timer lists, one test each. A script is a list of steps at ticks; firings are written down as
// "name@tick", and every step is followed by a walk over the structure. The file is long because the facts are many; each
// test stands alone.

type named struct{ name string }

type script struct {
	t     *testing.T
	lists timerlist.Lists[named]
	nodes map[string]*timerlist.Node[named]
	fired []string
	then  map[string]func(now int64) // what a node's callback does
}

func newScript(t *testing.T) *script {
	return &script{t: t, nodes: map[string]*timerlist.Node[named]{}, then: map[string]func(int64){}}
}

func (s *script) check() {
	s.t.Helper()
	if err := s.lists.Check(); err != nil {
		s.t.Fatal(err)
	}
}

func (s *script) node(name string) *timerlist.Node[named] {
	n := s.nodes[name]
	if n == nil {
		n = new(timerlist.Node[named])
		n.Payload().name = name
		s.nodes[name] = n
	}
	return n
}

func (s *script) set(name string, start, duration int64) *timerlist.Node[named] {
	s.t.Helper()
	n := s.node(name)
	s.lists.Insert(n, start, duration)
	s.check()
	return n
}

func (s *script) pass(now int64) {
	s.t.Helper()
	for n := s.lists.Next(now); n != nil; n = s.lists.Next(now) {
		if n.Scheduled() || n.Older() != nil || n.Newer() != nil {
			s.t.Fatalf("%s is still linked when it is returned", n.Payload().name)
		}
		name := n.Payload().name
		s.fired = append(s.fired, fmt.Sprintf("%s@%d", name, now))
		s.check()
		if f := s.then[name]; f != nil {
			f(now)
			s.check()
		}
	}
	s.check()
}

// want compares what fired since the last call.
func (s *script) want(fired string) {
	s.t.Helper()
	if got := strings.Join(s.fired, " "); got != fired {
		s.t.Errorf("fired %q, want %q", got, fired)
	}
	s.fired = nil
}

func (s *script) wantExpiry(want int64) {
	s.t.Helper()
	if got, ok := s.lists.NextExpiry(); !ok || got != want {
		s.t.Errorf("NextExpiry %d, %v, want %d", got, ok, want)
	}
	if got, ok := s.lists.WakeBound(); !ok || got > want {
		s.t.Errorf("WakeBound %d, %v, want %d at most", got, ok, want)
	}
}

func TestFact50OneListPerDuration(t *testing.T) {
	s := newScript(t)
	a, b, c := s.set("a", 0, 5), s.set("b", 2, 5), s.set("c", 2, 6)
	if s.lists.Durations() != 2 || s.lists.Len() != 3 {
		t.Errorf("%d lists, %d nodes", s.lists.Durations(), s.lists.Len())
	}
	if a.Newer() != b || b.Older() != a || a.Older() != nil || b.Newer() != nil || c.Older() != nil || c.Newer() != nil {
		t.Error("neighbours are wrong")
	}
	if a.Duration() != 5 || b.Start() != 2 || c.Duration() != 6 {
		t.Error("durations or starts are wrong")
	}
}

func TestFact51ListIsInInsertionOrder(t *testing.T) {
	s := newScript(t)
	s.set("a", 3, 10)
	s.set("b", 1, 10) // starts earlier, and waits for a
	s.set("c", 3, 10)
	s.pass(12)
	s.want("")
	s.pass(13)
	s.want("a@13 b@13 c@13")
}

func TestFact52ExpiryThenAge(t *testing.T) {
	s := newScript(t)
	s.set("late", 0, 40)
	s.set("tie1", 0, 20)
	s.set("tie2", 10, 10)
	s.set("tie3", 15, 5)
	s.set("early", 0, 7)
	s.wantExpiry(7)
	s.pass(40)
	s.want("early@40 tie1@40 tie2@40 tie3@40 late@40")
}

func TestFact53ListIsRunToItsEnd(t *testing.T) {
	s := newScript(t)
	s.set("20a", 0, 20)
	s.set("90", 0, 90)
	s.set("20b", 110, 20)
	s.pass(200)
	s.want("20a@200 20b@200 90@200")
}

func TestFact54Due(t *testing.T) {
	for _, start := range []int64{0, 1, -5, 1 << 31, math.MinInt64, math.MaxInt64 - 10} {
		s := newScript(t)
		s.set("a", start, 10)
		s.wantExpiry(start + 10)
		s.pass(start + 9)
		s.want("")
		s.pass(start + 10)
		s.want(fmt.Sprintf("a@%d", start+10))
	}
}

func TestFact55NotDueIsPutOff(t *testing.T) {
	s := newScript(t)
	s.set("old", 0, 20)
	s.set("next", 10, 20)
	s.set("young", 15, 15) // the same expiry as next will have, and older than that expiry
	s.pass(20)
	s.want("old@20")
	s.wantExpiry(30)
	s.pass(30)
	s.want("young@30 next@30")
}

func TestFact55PassGoesOn(t *testing.T) {
	s := newScript(t)
	s.set("a", 0, 20)
	s.set("b", 19, 20)
	s.set("c", 0, 21)
	s.pass(25)
	s.want("a@25 c@25")
	s.wantExpiry(39)
}

func TestFact56EmptyListDisappears(t *testing.T) {
	s := newScript(t)
	a := s.set("a", 0, 20)
	_, _, first, _ := s.lists.ListOf(a)
	s.lists.Remove(a)
	if n := s.lists.Durations(); n != 0 {
		t.Errorf("%d lists after the only node was removed", n)
	}
	if _, ok := s.lists.NextExpiry(); ok {
		t.Error("an expiry without lists")
	}
	if _, ok := s.lists.WakeBound(); ok {
		t.Error("a bound without lists")
	}
	s.set("b", 5, 20)
	if d, e, second, ok := s.lists.ListOf(s.node("b")); d != 20 || e != 25 || second <= first || !ok {
		t.Errorf("new list: %d, %d, %d, %v", d, e, second, ok)
	}
	s.set("c", 6, 16)
	s.pass(30)
	s.want("c@30 b@30")
}

// What unref does to clearing: the list stays, and its old expiry lets b overtake c.
func TestFact56DetachedListStays(t *testing.T) {
	s := newScript(t)
	s.lists.Detach(s.set("a", 0, 20))
	s.check()
	if s.lists.Durations() != 1 || s.lists.Len() != 0 {
		t.Errorf("%d lists, %d nodes", s.lists.Durations(), s.lists.Len())
	}
	s.wantExpiry(20)
	s.set("b", 5, 20)
	s.set("c", 6, 16)
	s.pass(30)
	s.want("b@30 c@30")

	s.lists.Detach(s.set("d", 30, 20))
	s.pass(49)
	if s.lists.Durations() != 1 {
		t.Error("the list is gone before its expiry")
	}
	s.pass(50)
	if s.lists.Durations() != 0 {
		t.Error("the list is there after its expiry")
	}
	s.want("")
	s.lists.Detach(s.node("d")) // in no list: nothing happens
	s.check()
}

func TestFact58RemovedInAPass(t *testing.T) {
	s := newScript(t)
	s.set("a", 0, 20)
	s.set("b", 0, 20)
	s.set("c", 0, 20)
	s.set("d", 0, 21)
	s.set("e", 0, 22)
	s.then["a"] = func(int64) { s.lists.Remove(s.node("b")); s.lists.Remove(s.node("d")) }
	s.pass(30)
	s.want("a@30 c@30 e@30")
}

func TestFact58AllRemovedInAPass(t *testing.T) {
	s := newScript(t)
	s.set("a", 0, 20)
	s.set("b", 0, 20)
	s.set("c", 0, 21)
	s.then["a"] = func(now int64) {
		s.lists.Remove(s.node("b"))
		s.set("d", now-20, 20) // a new list of expiry 30, so behind c
	}
	s.pass(30)
	s.want("a@30 c@30 d@30")
}

func TestFact59SetInACallbackWaits(t *testing.T) {
	s := newScript(t)
	s.set("a", 0, 1)
	s.then["a"] = func(now int64) { s.set("b", now, 1); s.set("c", now, 2) }
	s.pass(1)
	s.want("a@1")
	s.wantExpiry(2) // b joined the list that a was in, which was then put off
	s.pass(2)
	s.want("b@2")
	s.pass(3)
	s.want("c@3")
}

func TestFact60StartIsReadInThePass(t *testing.T) {
	s := newScript(t)
	a := s.set("a", 0, 20)
	s.set("b", 15, 20).SetStart(a.Start())
	s.pass(20)
	s.want("a@20 b@20")
}

func TestFact61StartOfTheRunningOne(t *testing.T) {
	s := newScript(t)
	a := s.set("a", 0, 20)
	s.set("other", 0, 20)
	s.set("c", 0, 25)
	s.then["a"] = func(now int64) { s.set("b", now, 20).SetStart(a.Start()) }
	s.pass(30)
	s.want("a@30 other@30 b@30 c@30")

	// And when it was the last of its list, which is still there.
	s.set("x", 100, 20)
	s.set("z", 100, 25)
	s.then["x"] = func(now int64) { s.set("y", now, 20).SetStart(100) }
	s.pass(130)
	s.want("x@130 y@130 z@130")
}

func TestFact62RaisedStartHoldsTheListUp(t *testing.T) {
	s := newScript(t)
	s.set("a", 0, 20)
	s.set("b", 0, 20).SetStart(100)
	s.set("c", 0, 20)
	s.pass(50)
	s.want("a@50")
	s.pass(119)
	s.want("")
	s.pass(120)
	s.want("b@120 c@120")
}

// A refresh leaves the list and its expiry alone, whether the timer is alone in it or not.
func TestFact63RefreshIsLazy(t *testing.T) {
	s := newScript(t)
	a := s.set("a", 0, 50)
	_, _, number, _ := s.lists.ListOf(a)
	s.lists.Rearm(a, 20)
	s.check()
	if _, e, n, _ := s.lists.ListOf(a); e != 50 || n != number || a.Start() != 20 {
		t.Errorf("expiry %d, number %d, start %d", e, n, a.Start())
	}
	s.set("b", 30, 40)
	s.pass(50)
	s.want("")
	s.pass(70) // the list of a got its expiry of 70 at 50, after b's list
	s.want("b@70 a@70")

	s.set("c", 100, 50)
	s.set("d", 100, 50)
	s.set("e", 110, 50)
	s.lists.Rearm(s.node("c"), 120)
	s.check()
	s.lists.Rearm(s.node("e"), 121)
	s.check()
	s.lists.Rearm(s.node("e"), 122) // newest already
	s.check()
	s.pass(1000)
	s.want("d@1000 c@1000 e@1000")
}

// A refresh that finds another duration leaves the old list, as Detach does.
func TestFact63RefreshWithAnotherDuration(t *testing.T) {
	s := newScript(t)
	a := s.set("a", 0, 20)
	s.lists.Detach(a)
	s.lists.Insert(a, 5, 70)
	s.set("b", 5, 20)
	s.set("c", 6, 16)
	s.pass(100)
	s.want("b@100 c@100 a@100")
}

func TestFact76IntervalJoinsItsList(t *testing.T) {
	s := newScript(t)
	s.set("a", 0, 20)
	s.then["a"] = func(now int64) { s.set("a", now, 20) }
	for now := int64(0); now <= 60; now++ {
		s.pass(now)
	}
	s.want("a@20 a@40 a@60")
	if s.lists.Durations() != 1 || s.lists.Made() != 8 {
		t.Errorf("%d lists, %d made", s.lists.Durations(), s.lists.Made())
	}
}

// A timer that is cleared while it runs takes its empty list along; otherwise what it sets joins that list, which is
// then put off behind lists of the same expiry.
func TestFact86ClearedWhileItRuns(t *testing.T) {
	for _, cleared := range []bool{false, true} {
		s := newScript(t)
		s.set("t", 0, 20)
		s.then["t"] = func(now int64) {
			if cleared {
				s.lists.DropEmpty(20)
				s.check()
			}
			s.set("a", now, 20)
			s.set("c", now+5, 15)
		}
		s.pass(20)
		s.pass(40)
		if cleared {
			s.want("t@20 a@40 c@40")
		} else {
			s.want("t@20 c@40 a@40")
		}
	}
}

func TestDropEmptySpares(t *testing.T) {
	s := newScript(t)
	s.set("a", 0, 20)
	for _, d := range []int64{20, 21, 0, -1, math.MinInt64, 1 << 40} {
		s.lists.DropEmpty(d)
		s.check()
	}
	s.pass(20)
	s.want("a@20")
}

func TestSortedInsertion(t *testing.T) {
	s := newScript(t)
	sorted := func(name string, start, duration int64) {
		s.lists.InsertSorted(s.node(name), start, duration)
		s.check()
	}
	sorted("c", 30, 100)
	sorted("e", 50, 100)
	sorted("d", 40, 100)
	sorted("c2", 30, 100) // equal starts keep the order of insertion
	s.wantExpiry(130)
	sorted("a", 10, 100)
	s.wantExpiry(110)
	sorted("b", 20, 100) // not the oldest: the expiry stays
	s.wantExpiry(110)
	s.pass(109)
	s.pass(135)
	s.want("a@135 b@135 c@135 c2@135")
	s.pass(200)
	s.want("d@200 e@200")

	// An expiry that is lowered makes the list the newest of that expiry.
	s.set("x", 2010, 100)
	s.set("y", 2050, 50)
	sorted("w", 2000, 100)
	s.set("v", 2030, 70)
	if _, e, _, _ := s.lists.ListOf(s.node("x")); e != 2100 {
		t.Errorf("expiry %d", e)
	}
	s.pass(2100)
	s.want("y@2100 w@2100 v@2100")
}

func TestDueAndTake(t *testing.T) {
	s := newScript(t)
	a := s.set("a", 0, 20)
	b := s.set("b", 0, 20)
	if n := s.lists.Due(19); n != nil {
		t.Errorf("due too early: %s", n.Payload().name)
	}
	for range 2 {
		if n := s.lists.Due(20); n != a || !a.Scheduled() {
			t.Fatal("a is not what is due, or is gone")
		}
		s.check()
	}
	s.lists.Take(a)
	s.check()
	if n := s.lists.Due(20); n != b {
		t.Fatal("b is not next")
	}
	s.lists.Take(b)
	s.check()
	if s.lists.Durations() != 1 {
		t.Error("the list is gone before the next step")
	}
	s.set("c", 20, 20)
	if n := s.lists.Due(20); n != nil {
		t.Error("c is due")
	}
	s.lists.Take(a) // in no list
	s.check()

	// Between the halves the node may be anywhere.
	s.pass(40)
	s.set("x", 100, 20)
	x := s.lists.Due(120)
	s.lists.Remove(x)
	s.set("x", 120, 30)
	s.lists.Take(x)
	s.check()
	if s.lists.Durations() != 1 || x.Scheduled() {
		t.Error("taken from another list, that list stays and the node is free")
	}
	s.set("y", 125, 30)
	s.wantExpiry(150)
}

func TestEndPass(t *testing.T) {
	s := newScript(t)
	s.set("a", 0, 20)
	s.set("b", 0, 20)
	s.set("c", 0, 30)
	s.lists.Next(100)
	s.lists.EndPass()
	s.lists.InsertSorted(s.node("z"), 0, 10) // before the list that the pass was in
	s.pass(100)
	s.want("z@100 b@100 c@100")

	s.set("d", 100, 20)
	s.lists.Next(200)
	s.lists.EndPass()
	s.check()
	if s.lists.Durations() != 1 {
		t.Error("the empty list should wait for the next pass")
	}
	s.pass(200)
	if s.lists.Durations() != 0 {
		t.Error("the empty list is still there")
	}
}

func TestLastTick(t *testing.T) {
	const end int64 = math.MaxInt64
	s := newScript(t)
	s.set("a", 1, end)
	s.set("b", end-1, 5)
	s.set("c", end, end)
	s.set("d", math.MinInt64, end-1)
	s.wantExpiry(-2)
	s.pass(-2)
	s.want("d@-2")
	s.wantExpiry(end)
	s.pass(end - 1)
	s.want("")
	s.pass(end)
	s.want(fmt.Sprintf("a@%d c@%d b@%d", end, end, end))
}

func TestClockGoesBack(t *testing.T) {
	s := newScript(t)
	s.set("a", 1<<40, 100)
	s.pass(1<<40 + 100)
	s.set("far", 1<<40+100, 1000)
	s.set("b", 5, 100)
	s.set("c", 5, 90)
	s.wantExpiry(95)
	s.pass(94)
	s.pass(95)
	s.pass(200)
	s.want("a@1099511627876 c@95 b@200")
	s.pass(1<<40 + 1100)
	s.want("far@1099511628876")
}

func TestAll(t *testing.T) {
	s := newScript(t)
	s.set("c", 0, 500)
	s.set("a1", 0, 20)
	s.set("b", 0, 30)
	s.set("a2", 15, 20)
	s.set("d", 0, 1<<40)
	var got []string
	for n := range s.lists.All() {
		got = append(got, n.Payload().name)
		if n.Payload().name == "c" {
			break
		}
	}
	if g := strings.Join(got, " "); g != "a1 a2 b c" {
		t.Errorf("got %q", g)
	}
	for n := range s.lists.All() {
		s.lists.Remove(n)
	}
	s.check()
	if s.lists.Len() != 0 || s.lists.Durations() != 0 {
		t.Errorf("%d nodes in %d lists are left", s.lists.Len(), s.lists.Durations())
	}
}

func TestMisusePanics(t *testing.T) {
	s := newScript(t)
	a, free := s.set("a", 0, 20), s.node("free")
	for name, f := range map[string]func(){
		"Insert twice":       func() { s.lists.Insert(a, 0, 20) },
		"InsertSorted twice": func() { s.lists.InsertSorted(a, 0, 30) },
		"Insert 0":           func() { s.lists.Insert(free, 0, 0) },
		"Insert -1":          func() { s.lists.Insert(free, 0, -1) },
		"InsertSorted 0":     func() { s.lists.InsertSorted(free, 0, 0) },
		"Rearm free":         func() { s.lists.Rearm(free, 0) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if m, _ := recover().(string); !strings.HasPrefix(m, "timerlist: ") {
					t.Errorf("recovered %q", m)
				}
				s.check()
			}()
			f()
		})
	}
	s.lists.Remove(free)
	if _, _, _, ok := s.lists.ListOf(free); ok || free.Duration() != 0 || free.Scheduled() {
		t.Error("a free node is in a list")
	}
	s.check()
}
