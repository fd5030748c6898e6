// Package idle closes connections that have gone quiet: 100,000 of them, at a cost of two nanoseconds per read.
//
// The usual way, a SetDeadline before each read and write, reads the clock and moves a timer of the runtime every time,
// for a limit that is hardly ever reached. Here a read notes on its own connection that it happened, by the value of a
// coarse clock; one goroutine comes by when a connection's time would have run out, sees the note, and comes again
// when that one runs out.
//
// # A server
//
// Two lines give an http.Server limits for silence between requests and inside them:
//
//	server := &http.Server{Handler: mux}
//	listener = idle.HTTP(server, listener, idle.Config{Idle: time.Minute, ReadStall: 10 * time.Second})
//	err := server.Serve(listener) // or ServeTLS
//
// Any other server wraps its listener, [NewListener], or single connections, [NewConn]; a client dials with a [Dialer].
// [Config] says what the limits mean. When one runs out the connection is closed, and whatever waits on it gets a
// [*TimeoutError]: errors.Is(err, [ErrTimeout]) holds and its Timeout method says true.
//
// # Anything else
//
// [Group] and [Entry] are the mechanism, without connections: sessions, leases, entries of a cache.
//
//	group := idle.NewGroup(idle.Options{})
//	entry := group.AfterIdle(time.Minute, session.drop) // calls drop after a minute without a touch
//	...
//	if !entry.Touch() {
//		return errGone // it was dropped before this touch
//	}
//
// # Promises
//
//   - Nothing expires earlier than its limit after the last touch. It expires at most one [Options.Tick] and a sixteenth
//     later, plus what the system takes to run a goroutine; a limit on writes at most a twentieth of itself later still.
//   - A touch that races with expiry has one winner: it returns true and the entry lives, or false and the handler runs.
//     The handler runs once for each time the entry was added.
//   - A touch takes no lock, allocates nothing and makes no system call. It is a load and a comparison if this tick has
//     been noted already, else a compare-and-swap on memory of that entry alone.
//   - A group has one goroutine while something is registered in it, and none otherwise. Handlers run on goroutines that
//     end when no handler waits. A handler that is slow delays no other by more than a tick or two.
//
// # Goroutines
//
// Everything here may be called from any goroutine, also from handlers. A group belongs to one testing/synctest bubble
// or to none.
//
// # Reading order
//
// entry.go, group.go, keeper.go, late.go and handlers.go are the mechanism; conn.go, deadline.go, writing.go, transfer.go
// and progress_linux.go a connection; listener.go, dialer.go, http.go and body.go what makes them.
package idle
