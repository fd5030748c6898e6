package eventloop_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/nodetimers/nodetimers/eventloop"
)

// Random programs on the loop and on its model. A program is a string of bytes,
// three to an operation; the n-th callback that runs executes the n-th group of
// operations, so both loops do the same as long as they run the same callbacks.

// world is a loop as a program sees it. Handles are counted in order of creation.
type world interface {
	set(how byte, d time.Duration, f func())  // AfterFunc, cached, Every
	restart(how byte, i int, d time.Duration) // Start, cached, StartInterval
	timer(how byte, i int)                    // Clear, Refresh, RefreshCached, Ref, Unref
	immediate(how byte, i int, f func())      // new, Clear, Set, Ref, Unref
	queue(how byte, f func())                 // NextTick, QueueMicrotask, Post
	post(d time.Duration, f func())           // PostAfterFunc
	cancel(i int)                             //
	advance(d time.Duration)                  //
	stop()                                    //
	run() bool                                // Run; whether it ran dry
	state() (now time.Duration, c eventloop.Counts)
}

var modelDelays = []time.Duration{-ms, 0, 300_000, ms, ms, 1_500_000, 2 * ms, 3 * ms, 5 * ms, 5 * ms, 20 * ms, 70 * ms}

// sight is what can be seen as a callback begins; the others are -1 for an
// operation that looks and -2 for the end of a Run.
type sight struct {
	Callback int
	Now      time.Duration
	Counts   eventloop.Counts
}

// play runs a program and returns all there is to see.
func play(w world, program []byte) (seen []sight) {
	made, ran, quiet := 0, 0, false
	see := func(id int) {
		now, c := w.state()
		seen = append(seen, sight{id, now, c})
	}
	var group func(n int)
	callback := func() func() {
		made++
		id := made
		return func() {
			see(id)
			ran++
			if !quiet {
				group(ran)
			}
		}
	}
	const groupOps = 6
	group = func(n int) {
		ops := len(program) / 3
		if n*groupOps >= ops || n > 400 {
			quiet = true // the program is over: let what is pending run out
			for i := range made {
				w.timer(0, i)
				w.cancel(i)
			}
			return
		}
		for k := range groupOps {
			if n*groupOps+k >= ops {
				return
			}
			o := program[3*(n*groupOps+k):]
			i, d := int(o[1]), modelDelays[int(o[2])%len(modelDelays)]
			switch kind := o[0] % 32; kind {
			case 0, 1, 2, 3, 4, 5:
				w.set(kind%3, d, callback())
			case 6, 7, 8:
				w.restart(kind%3, i, d)
			case 9, 10, 11, 12, 13, 14:
				w.timer((kind-9)%5, i)
			case 15, 16, 17, 18, 19:
				w.immediate((kind - 15), i, callback())
			case 20, 21, 22:
				w.queue(kind-20, callback())
			case 23, 24:
				w.post(d, callback())
			case 25:
				w.cancel(i)
			case 26, 27, 28:
				w.advance(max(0, d) * time.Duration(1+i%3) / 4)
			case 29:
				w.stop()
			case 30:
				panic("program")
			case 31:
				see(-1)
			}
		}
	}
	for round := range 1000 {
		dry, panicked := false, false
		func() {
			defer func() { panicked = recover() != nil }()
			if round == 0 {
				group(0)
			}
			dry = w.run()
		}()
		see(-2)
		if dry && !panicked {
			break
		}
	}
	return seen
}

func checkModel(t interface{ Fatalf(string, ...any) }, program []byte) {
	tick := []time.Duration{ms, ms, 500_000, 10 * ms}[int(append(program, 0)[0])%4]
	real := newRealWorld(tick)
	got := play(real, program)
	want := play(&modelWorld{m: &model{tick: tick, alarm: math.MaxInt64, known: math.MaxInt64}}, program)
	if !slices.Equal(want, got) {
		t.Fatalf("%v, tick %v: the loop differs from its model (-want +got):\n%s", program, tick, cmp.Diff(want, got))
	}
}

func TestModel(t *testing.T) {
	rounds := 3000 / (1 + slow/5)
	if testing.Short() {
		rounds = 300
	}
	for seed := range rounds {
		r := rand.New(rand.NewPCG(uint64(seed), 7))
		program := make([]byte, 3*r.IntN(40+seed/4))
		for i := range program {
			program[i] = byte(r.Uint32())
		}
		checkModel(t, program)
	}
}

func TestModelRapid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		op := rapid.Custom(func(t *rapid.T) [3]byte {
			return [3]byte{
				byte(rapid.IntRange(0, 31).Draw(t, "kind")),
				byte(rapid.IntRange(0, 15).Draw(t, "index")),
				byte(rapid.IntRange(0, len(modelDelays)-1).Draw(t, "delay")),
			}
		})
		var program []byte
		for _, o := range rapid.SliceOfN(op, 0, 200).Draw(t, "program") {
			program = append(program, o[:]...)
		}
		checkModel(t, program)
	})
}

func FuzzModel(f *testing.F) {
	f.Add([]byte("set, clear, stop and go on again"))
	f.Fuzz(func(t *testing.T, program []byte) { checkModel(t, program) })
}

// realWorld is the loop.
type realWorld struct {
	l      *eventloop.Loop
	clock  *eventloop.VirtualClock
	timers []*eventloop.Timer
	imms   []*eventloop.Immediate
	posted []*eventloop.PostedTimer
}

func newRealWorld(tick time.Duration) *realWorld {
	w := &realWorld{clock: eventloop.NewVirtualClock()}
	w.l = eventloop.New(eventloop.Options{Clock: w.clock, Resolution: tick})
	return w
}

func (w *realWorld) set(how byte, d time.Duration, f func()) {
	w.timers = append(w.timers, [...]func(time.Duration, func()) *eventloop.Timer{w.l.AfterFunc, w.l.AfterFuncCached, w.l.Every}[how](d, f))
}

func (w *realWorld) restart(how byte, i int, d time.Duration) {
	if len(w.timers) > 0 {
		t := w.timers[i%len(w.timers)]
		[...]func(time.Duration){t.Start, t.StartCached, t.StartInterval}[how](d)
	}
}

func (w *realWorld) timer(how byte, i int) {
	if len(w.timers) == 0 {
		return
	}
	switch t := w.timers[i%len(w.timers)]; how {
	case 0:
		t.Clear()
	case 1:
		t.Refresh()
	case 2:
		t.RefreshCached()
	case 3:
		t.Ref()
	case 4:
		t.Unref()
	}
}

func (w *realWorld) immediate(how byte, i int, f func()) {
	if how == 0 {
		w.imms = append(w.imms, w.l.SetImmediate(f))
	}
	if len(w.imms) == 0 {
		return
	}
	switch im := w.imms[i%len(w.imms)]; how {
	case 1:
		im.Clear()
	case 2:
		im.Set()
	case 3:
		im.Ref()
	case 4:
		im.Unref()
	}
}

func (w *realWorld) queue(how byte, f func()) {
	switch how {
	case 0:
		w.l.NextTick(f)
	case 1:
		w.l.QueueMicrotask(f)
	case 2:
		w.l.Post(f)
	}
}

func (w *realWorld) post(d time.Duration, f func()) {
	w.posted = append(w.posted, w.l.PostAfterFunc(d, f))
}

func (w *realWorld) cancel(i int) {
	if len(w.posted) > 0 {
		w.posted[i%len(w.posted)].Cancel()
	}
}

func (w *realWorld) advance(d time.Duration) { w.clock.Advance(d) }
func (w *realWorld) stop()                   { w.l.StopNoWait() }
func (w *realWorld) run() bool               { return w.l.Run(background) == nil }
func (w *realWorld) state() (time.Duration, eventloop.Counts) {
	return w.l.Now(), w.l.Counts()
}

// modelWorld is the model.
type modelWorld struct {
	m      *model
	own    []*modelTimer // by set
	posted []*modelTimer // by post
}

func (w *modelWorld) set(how byte, d time.Duration, f func()) {
	t := &modelTimer{f: f}
	w.m.timers, w.own = append(w.m.timers, t), append(w.own, t)
	w.start(how, t, d)
}

func (w *modelWorld) start(how byte, t *modelTimer, d time.Duration) {
	m := w.m
	var start, k int64
	switch t.interval = how == 2; {
	case how == 2:
		start, k = m.plan(max(d, m.tick))
	case how == 0:
		start, k = m.plan(d)
	case d <= 0:
		start, k = m.atOnce()
	default:
		start, k = m.cached, m.ceil(d)
	}
	m.arm(t, start, k)
}

func (w *modelWorld) restart(how byte, i int, d time.Duration) {
	if len(w.own) > 0 {
		w.start(how, w.own[i%len(w.own)], d)
	}
}

func (w *modelWorld) timer(how byte, i int) {
	if len(w.own) == 0 {
		return
	}
	switch t := w.own[i%len(w.own)]; how {
	case 0:
		w.m.clear(t)
	case 1:
		w.m.refresh(t, false)
	case 2:
		w.m.refresh(t, true)
	case 3:
		t.unref = false
	case 4:
		t.unref = true
	}
}

func (w *modelWorld) immediate(how byte, i int, f func()) {
	m := w.m
	if how == 0 {
		im := &modelImm{f: f, live: true}
		m.imms, m.waiting = append(m.imms, im), append(m.waiting, im)
	}
	if len(m.imms) == 0 {
		return
	}
	switch im := m.imms[i%len(m.imms)]; {
	case how == 1:
		m.dropImm(im)
	case how == 2 && !im.live:
		im.live = true
		m.waiting = append(m.waiting, im)
	case how == 3:
		im.unref = false
	case how == 4:
		im.unref = true
	}
}

func (w *modelWorld) queue(how byte, f func()) {
	switch m := w.m; how {
	case 0:
		m.ticks = append(m.ticks, f)
	case 1:
		m.micros = append(m.micros, f)
	case 2:
		m.posted = append(m.posted, f)
	}
}

func (w *modelWorld) post(d time.Duration, f func()) {
	m := w.m
	t := &modelTimer{}
	t.f = func() { t.over = true; f() }
	m.timers, w.posted = append(m.timers, t), append(w.posted, t)
	start, k := m.ceil(m.clock+d)-m.ceil(d), m.ceil(d)
	m.posted = append(m.posted, func() {
		if t.over {
			return
		}
		t.arrived = true
		if d <= 0 {
			start, k = m.atOnce()
		}
		m.armSorted(t, start, k)
	})
}

func (w *modelWorld) cancel(i int) {
	if len(w.posted) == 0 {
		return
	}
	if t := w.posted[i%len(w.posted)]; !t.over {
		t.over, t.cancelled = true, true
		t.f = func() {}
		if t.arrived {
			w.m.posted = append(w.m.posted, func() { w.m.clear(t) })
		}
	}
}

func (w *modelWorld) advance(d time.Duration) { w.m.clock += d }
func (w *modelWorld) stop() {
	if w.m.isRunning {
		w.m.stopped = true
	}
}
func (w *modelWorld) run() bool { return w.m.run() }
func (w *modelWorld) state() (time.Duration, eventloop.Counts) {
	return time.Duration(w.m.cached) * w.m.tick, w.m.counts()
}
