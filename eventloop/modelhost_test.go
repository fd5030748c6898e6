package eventloop_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/nodetimers/nodetimers/eventloop"
)

// An engine changes nothing in the order: a random program gives the same on a
// plain loop and on one whose callbacks are the engine's, all of them or some,
// with microtasks in the engine's queue and in the loop's. (Timers of an engine
// follow Node where a drain refreshes the next timer, so programs do not.)

func TestEngineSameOrder(t *testing.T) {
	rounds := 1000 / (1 + slow/5)
	if testing.Short() {
		rounds = 100
	}
	for seed := range rounds {
		r := rand.New(rand.NewPCG(uint64(seed), 8))
		program := make([]byte, 3*r.IntN(300))
		for i := range program {
			program[i] = byte(r.Uint32())
			if op := program[i] % 32; i%3 == 0 && op == 30 { // no panics
				program[i]--
			}
		}
		plain := newRealWorld(ms)
		want := play(calm{plain}, program)
		for mix := range 3 { // all, none, some hosted
			s, e := newEngine(t)
			e.blind = seed%2 == 1
			w := &engineWorld{realWorld: &realWorld{l: s.Loop, clock: s.clock}, e: e, mix: mix, r: r}
			got := play(calm{w}, program)
			for i := range got { // the engine's microtasks are not counted
				got[i].Counts, want[i%len(want)].Counts = eventloop.Counts{}, eventloop.Counts{}
			}
			if !slices.Equal(want, got) {
				t.Fatalf("seed %d, mix %d: the order differs (-plain +engine):\n%s", seed, mix, cmp.Diff(want, got))
			}
			wantCounts(t, s.Loop, plain.l.Counts()) // unref'd immediates may be left
		}
	}
}

// calm leaves out what is different with an engine: refreshes, restarts and
// stops, and unref'd timers, whose list outlives them in Node.
type calm struct{ world }

func (calm) restart(byte, int, time.Duration) {}
func (calm) stop()                            {}
func (c calm) timer(how byte, i int) {
	if how == 0 {
		c.world.timer(how, i)
	}
}

// engineWorld lets the engine run callbacks: every one, none, or some.
type engineWorld struct {
	*realWorld
	e   *engine
	mix int
	r   *rand.Rand
}

func (w *engineWorld) pick() bool { return w.mix == 0 || w.mix == 2 && w.r.IntN(2) == 0 }

func (w *engineWorld) set(how byte, d time.Duration, f func()) {
	if !w.pick() {
		w.realWorld.set(how, d, f)
		return
	}
	t := new(eventloop.Timer)
	t.InitHosted(w.l, &hosted{w.e, f})
	[...]func(time.Duration){t.Start, t.StartCached, t.StartInterval}[how](d)
	w.timers = append(w.timers, t)
}

func (w *engineWorld) immediate(how byte, i int, f func()) {
	if how != 0 || !w.pick() {
		w.realWorld.immediate(how, i, f)
		return
	}
	w.imms = append(w.imms, w.e.setImmediate(f))
}

func (w *engineWorld) queue(how byte, f func()) {
	switch {
	case how == 1 && w.pick() && (w.e.depth > 0 || !w.e.blind):
		w.e.then(f)
	case how == 2 && w.pick():
		w.l.PostHosted(func() { (&hosted{w.e, f}).call() })
	default:
		w.realWorld.queue(how, f)
	}
}
