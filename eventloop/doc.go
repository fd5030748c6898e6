// Package eventloop is Node.js's event loop for Go: timers, immediates, ticks and
// microtasks, run one at a time on one goroutine, in the order in which Node runs
// them. It knows nothing of JavaScript; package gojaloop puts an engine on it.
//
//	loop := eventloop.New(eventloop.Options{})
//	loop.AfterFunc(50*time.Millisecond, func() {
//		fmt.Println("50 ms later")
//		loop.NextTick(func() { fmt.Println("right after that") })
//	})
//	err := loop.Run(context.Background()) // returns when nothing is left to do
//
// # Phases
//
// A turn of the loop has three phases. Callbacks run in them, and after each
// callback comes a drain: all ticks (NextTick), then all microtasks
// (QueueMicrotask), and again until both queues are empty.
//
//	Run ──▶ what was posted ──▶ alive? ── no ──▶ BeforeExit, drain ──▶ alive? ── no ──▶ Run returns nil
//	                              │ yes               ▲                  │ yes
//	                              ▼                   │                  └──▶ as from Run
//	                    read the time; timers         │
//	                              │                   │
//	       ┌──────────────────────┤                   │
//	       │                      ▼                   │
//	       │                    poll                  │  wait for the next timer, a Post or
//	       │                      │                   │  a stop; run what was posted
//	       │                      ▼                   │
//	       │                 immediates               │  those set before the phase
//	       │                      │                   │
//	       │                      ▼                   │
//	       │            read the time; timers         │  those that are due, list by list
//	       │                      │                   │
//	       └─────── yes ─────── alive? ───── no ──────┘
//
// Poll does not wait while a ref'd immediate is set. The loop is alive as long as
// there is a ref'd timer, a ref'd immediate, a posted function or a [Hold].
//
// Timers of one delay form a list in the order they were started; lists are
// ordered by when they expire, and a list that has expired is run to its first
// timer that is not due. Everything in a pass is measured against one time, read
// before it. So a timer set by a callback never runs in the same pass, and an
// interval that fell behind runs once, not once for every turn it missed.
//
// # Goroutines
//
// All of it belongs to the goroutine that is in [Loop.Run]. Methods may be called
// there, that is by callbacks, or, while the loop does not run, by one goroutine
// at a time. The exceptions say "from any goroutine" in their comment: Post,
// PostHosted, PostAfterFunc, PostEvery and what they return, Hold and Release,
// Stop, StopNoWait, Terminate, Running, Done, AskPending, and some that only read a
// constant.
//
// Work that leaves the loop takes a Hold, so that the loop does not end
// meanwhile, and comes back with Post:
//
//	hold := loop.Hold()
//	go func() {
//		defer hold.Release()
//		answer := fetch()
//		loop.Post(func() { use(answer) })
//	}()
//
// # Timers that a program owns
//
// AfterFunc allocates a [Timer]. A program that arms the same timer again and
// again, such as an idle timeout for each connection, embeds it and gives it its
// loop once. From then on no operation allocates:
//
//	type conn struct {
//		idle eventloop.Timer
//		// ...
//	}
//
//	func (c *conn) Expire(*eventloop.Timer) { c.close() }
//
//	c.idle.Init(loop, c)
//	c.idle.StartCached(30 * time.Second) // and c.idle.RefreshCached() on every packet
//
// An [Immediate] is owned in the same way, and a [Task] is for ticks and
// microtasks what an [Expirer] is for timers.
//
// # Real and cached time
//
// Start, AfterFunc, Every and Refresh read the clock, which costs several times as
// much as the rest of them. Their timers never fire before the whole delay has
// passed; deadlines are rounded up to the tick (one millisecond, unless
// [Options].Resolution says otherwise), so a timer may be late by as much.
//
// StartCached, AfterFuncCached and RefreshCached count from [Loop.Now] instead,
// the time that was read when the phase began. Their price: a timer may fire early
// by as long as the running callback has taken so far, and by the part of a tick
// that Now is rounded down. [Loop.UpdateNow] brings the cached time up to date.
//
// # Virtual time
//
// With a [VirtualClock] the loop does not wait: where it would, the clock jumps to
// the next timer. A day of timers takes milliseconds and each run is the same,
// which is what tests and examples want. [Loop.RunFor] goes through a given time and
// stops there; the clock of [NewManualClock] is moved by the test alone. In a
// testing/synctest bubble the default clock is the bubble's.
//
// # What keeps a program alive
//
// [Loop.Pending] lists what the loop has to do, and [WritePending] writes the list
// as a table. [Loop.TrackOrigins] lets it tell where each timer was made.
//
// # Engines
//
// A [Host] is a JavaScript engine that shares the loop's order. Callbacks made by
// InitHosted run inside a frame of the engine, in batches, so that ticks come
// before promise reactions; those of the Go program run outside of it. Without a
// Host nothing of this matters.
//
// # Errors and panics
//
// Run says why it ended: nil when nothing was left, [ErrStopped] after a stop, the
// context's error, or what was given to [Loop.Fail], for an exception of
// JavaScript an [*UncaughtError]. Whatever was pending stays pending, also in the
// middle of a phase, and the next Run goes on with it.
//
// A panic of a callback passes through Run. The loop is in order after it: not
// running, its counts exact, every other callback still to come, once. With
// [Options].Panic the program decides: the [Verdict] is to stop, and Run returns a
// [*PanicError], to go on, or to go on without the timer that panicked.
//
// Methods panic for broken calling rules only, such as a nil function, with a
// message that begins with "eventloop: ".
//
// # Reading the source
//
// loop.go has the loop, one line for a phase. Then timers.go and pass.go (the
// lists are in internal/timerlist, the arithmetic in time.go), immediates.go,
// ticks.go with drain.go, post.go with posttimer.go for other goroutines, run.go
// for beginnings and ends. clock.go, virtual.go, hooks.go and errors.go stand by
// themselves; host.go is for who writes an engine's binding. Every other file adds
// one thing to these and says which in its first comment.
package eventloop
