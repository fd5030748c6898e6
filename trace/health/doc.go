// Package health watches an event loop while it runs: how late its timers are, how busy
// it is, what is pending, which callbacks take too long.
//
//	monitor := health.New(loop, health.Options{Slow: 100 * time.Millisecond, Logger: slog.Default()})
//	monitor.Start()
//	http.Handle("/debug/timers", monitor.Handler())
//	http.Handle("/debug/timers/", monitor.Handler())
//
// The page shows timers by delay, what keeps the loop alive, where things were made (with
// eventloop.Loop.TrackOrigins or gojaloop.Options.TrackOrigins) and how late timers ran;
// the same is there as JSON and for Prometheus, and /debug/timers/trace records a timeline.
//
// A callback that runs for longer than Options.Slow is reported to the Logger while it
// still runs, by a goroutine beside the loop, and again when it has ended, with how long it
// took and where it was set. Ticks and microtasks that follow each other for as long are
// reported too: they keep everything else waiting.
//
// # What it costs
//
// It is made to be left on. A callback reads no clock: a goroutine reads it every ten
// milliseconds (Options.Tick) while the loop is awake, so durations are exact to that. It
// sleeps while the loop does.
//
// Reading order: monitor.go, watch.go, histogram.go, snapshot.go, handler.go.
package health
