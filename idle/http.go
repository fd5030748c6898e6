package idle

import (
	"bytes"
	"context"
	"crypto/tls"
	"net"
	"net/http"
)

// This file tells limits what an http.Server is doing, by the hooks that it has for that: a request that is served holds
// Idle, and ReadStall counts only while a part of a request is missing.
//
//	              first bytes          header complete
//	 between ────────────────▶ begun ───────────────▶ serving
//	    ▲  Idle counts           Idle, ReadStall         │  Idle is held, ReadStall counts in Body.Read
//	    └────────────────────────────────────────────────┘
//	                       response written
//
// The entry for reads is held twice in between and serving, and once in begun: the other hold is that of
// a connection of which no Read waits. A connection with HTTP/2 has no "begun", because frames come that belong to no
// request; its requests' bodies have limits of their own (body.go).

const (
	phasePlain    = iota // no http.Server that is known
	phaseBetween         // no request: no part of the next has come
	phaseBegun           // a part of a request has come
	phaseServing         // a handler runs
	phaseMany            // HTTP/2, no request
	phaseHijacked        // the handler took the connection; its ReadStall is held until SetReadStall
)

const (
	protocolUnknown = iota // no request has been answered
	protocolHTTP1
	protocolHTTP2
)

// HTTP gives the connections that server will accept from l limits. It returns the listener to serve:
//
//	listener = idle.HTTP(server, listener, cfg)
//	err := server.Serve(listener) // or ServeTLS
//
// It sets server's Handler, ConnState and ConnContext to functions that call those that were set, so it is to be called
// once they are, and before Serve. A context of a request is cancelled when a limit closes its connection, with
// the *TimeoutError for its cause, and [FromContext] finds the connection in it. A handler that is set later runs
// without ReadStall in Body.Read.
//
// A request holds Idle from the end of its header until its response is written. A hijacked connection keeps Idle and
// WriteStall, for what its new owner reads and writes, and its Conn is found by [Of]. The server's own timeouts and
// Shutdown work as without. With HTTP/2 a peer that takes nothing of a response because it does not open its window is not
// seen, as nothing is written then; http.Server.WriteTimeout ends that.
func HTTP(server *http.Server, l net.Listener, cfg Config) *Listener {
	x := NewListener(l, cfg)
	x.http = true

	state := server.ConnState
	server.ConnState = func(c net.Conn, s http.ConnState) {
		if ic := Of(c); ic != nil && ic.listener == x {
			ic.serverState(c, s)
		}
		if state != nil {
			state(c, s)
		}
	}

	connContext := server.ConnContext
	server.ConnContext = func(ctx context.Context, c net.Conn) context.Context {
		if ic := Of(c); ic != nil && ic.listener == x {
			ctx = ic.withContext(ctx)
		}
		if connContext != nil {
			ctx = connContext(ctx, c)
		}
		return ctx
	}

	server.Handler = &handler{server.Handler, x}
	return x
}

// serverState follows the server. c is the connection as the server knows it.
func (ic *Conn) serverState(c net.Conn, s http.ConnState) {
	switch s {
	case http.StateActive:
		switch ic.phase.Swap(phaseServing) {
		case phaseBegun:
			if r := ic.read.Load(); r != nil {
				r.Hold()
			}
			ic.idle.Hold()
		case phaseBetween, phaseMany:
			ic.idle.Hold()
		}
	case http.StateIdle:
		if ic.protocol.Load() == protocolUnknown {
			ic.protocol.Store(protocolHTTP1)
			if t, ok := c.(*tls.Conn); ok && t.ConnectionState().NegotiatedProtocol == "h2" {
				ic.protocol.Store(protocolHTTP2)
			}
		}
		next := uint32(phaseBetween)
		if ic.protocol.Load() == protocolHTTP2 {
			next = phaseMany
		}
		if ic.phase.CompareAndSwap(phaseServing, next) {
			ic.idle.release()
		}
	case http.StateHijacked:
		if ic.phase.CompareAndSwap(phaseServing, phaseHijacked) {
			ic.idle.release()
		} else {
			ic.phase.Store(phaseHijacked)
		}
	}
}

// requestBegins is told the first bytes after a request was answered, or after the connection was accepted. r is the
// entry for reads.
func (ic *Conn) requestBegins(p []byte, r *Entry) {
	if bytes.HasPrefix(p, []byte("PRI ")) { // HTTP/2 without TLS says hello with a method that is no method
		ic.protocol.Store(protocolHTTP2)
		ic.phase.CompareAndSwap(phaseBetween, phaseMany)
		return
	}
	if ic.phase.CompareAndSwap(phaseBetween, phaseBegun) {
		r.release()
	}
}
