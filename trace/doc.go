// Package trace records what an event loop does: which callback ran when, for how
// long, how late, and where it was set. It writes that as a page for the browser, as
// trace events for Perfetto, and in sentences.
//
//	rec := trace.New(loop, trace.Options{})
//	rec.Start()
//	err := loop.Run(ctx)
//	rec.Stop()
//	timeline := rec.Timeline()
//	timeline.WriteSummary(os.Stdout)     // "The timer set at line 12 ... because ..."
//	timeline.WriteHTML(page, "my loop")  // one file, no network
//	timeline.WriteChrome(events)         // ui.perfetto.dev, chrome://tracing
//
// A loop with a JavaScript engine is recorded with Options{Engine: engine}: callbacks
// then have the names and lines of the script, and promise reactions are seen.
//
// # What is kept
//
// The last Options.Events callbacks, phases and waits, in a ring of about 130 bytes
// each, and what is pending. Start and Stop may be called at any time, so that a
// program may record a few seconds when something is wrong; Capture does that from
// another goroutine.
//
// # What it costs
//
// Nothing before Start and after Stop. While it records, two readings of the clock and a
// copy of a record for each callback, one reading for each start; places where things were
// set cost a walk up the stack for each start, unless Options.NoOrigins leaves them out.
// Package health is what may be left on.
//
// # Goroutines
//
// A Recorder belongs to its loop: its methods are called on the loop, or while the loop
// does not run. A Timeline does not change and may be used anywhere.
//
// # Reading order
//
// recorder.go, sets.go (what is to come), ring.go and names.go (how it is kept), chain.go,
// timeline.go (the result), then the writers: summary.go, chrome.go, html.go with the
// folder page.
package trace
