package idle

import (
	"net"
	"sync/atomic"
	"syscall"
	"time"
)

// This file is a connection with limits. What it adds to a read is a touch; to a write a touch and two additions to a
// counter (writing.go). A limit that runs out closes the connection, and from then on every call returns the same
// *TimeoutError.
//
// A connection ends once: by Close or by one of its limits, whichever comes first, and that is what the pointer end says.

// Config is the limits of connections. The zero value has none.
type Config struct {
	// Idle is how long nothing may move, in either direction. A request that an http.Server of HTTP is serving counts as
	// movement until it ends.
	Idle time.Duration

	// ReadStall is how long a Read may wait for the next bytes. The zero value is none: then it is Idle that ends
	// the waiting. For an http.Server it counts while a part of a request has come and the rest is waited for, not between
	// requests; there the zero value is Idle, and a negative one none.
	ReadStall time.Duration

	// WriteStall is how long a write may wait without the peer taking any bytes. The zero value is Idle, a negative one
	// none. Where the system tells how many bytes the peer has taken (TCP on Linux), a slow peer is not stalled
	// however large the write is; elsewhere a write has moved when it returns.
	WriteStall time.Duration

	// Group keeps the limits. Nil: a group of its own for each Listener, Dialer or NewConn, with the default tick.
	Group *Group

	// OnExpire is called, if not nil, when a limit has closed a connection, on a goroutine of the group's. It may
	// take its time.
	OnExpire func(*Conn, *TimeoutError)
}

// Conn is a net.Conn with limits. What the connection under it can do it can do: half-close, sendfile and splice,
// SyscallConn, deadlines. Methods may be called from any goroutine.
type Conn struct {
	inner    net.Conn
	idle     Entry
	read     atomic.Pointer[Entry] // held while no Read waits; nil without ReadStall
	writing  writing
	end      atomic.Pointer[TimeoutError]
	phase    atomic.Uint32 // http.go
	protocol atomic.Uint32 // http.go
	deadline deadlines
	limits   limits
	onExpire func(*Conn, *TimeoutError)
	listener *Listener
	cancel   atomic.Pointer[canceler]
}

// closed is the end of a connection that was closed by Close.
var closed = &TimeoutError{}

// NewConn puts limits on c. It is to be used in c's place from then on. Connections that are many should share a
// Config.Group: one of its own is 16 KB and a goroutine.
func NewConn(c net.Conn, cfg Config) *Conn {
	if cfg.Group == nil {
		cfg.Group = NewGroup(Options{})
	}
	return newConn(c, &cfg, nil)
}

func newConn(inner net.Conn, cfg *Config, l *Listener) *Conn {
	c := &Conn{inner: inner, onExpire: cfg.OnExpire, listener: l}
	c.limits.idle.Store(int64(max(cfg.Idle, 0)))
	c.limits.write.Store(int64(cfg.WriteStall))
	cfg.Group.Add(&c.idle, (*idleEnd)(c), cfg.Idle)
	if l != nil && l.http {
		c.phase.Store(phaseBetween)
		if cfg.ReadStall == 0 {
			c.limitReads(cfg.Idle)
		} else {
			c.limitReads(cfg.ReadStall)
		}
	} else {
		c.limitReads(cfg.ReadStall)
	}
	return c
}

// Of finds the Conn in c: c itself, or what c.NetConn leads to, as it does for a tls.Conn. It is nil if there is none.
func Of(c net.Conn) *Conn {
	for {
		switch x := c.(type) {
		case *Conn:
			return x
		case interface{ NetConn() net.Conn }:
			c = x.NetConn()
		default:
			return nil
		}
	}
}

// Read reads from the connection. What comes counts as activity.
func (c *Conn) Read(p []byte) (int, error) {
	r := c.read.Load()
	waits := r != nil && r.release()
	n, err := c.inner.Read(p)
	if waits {
		r.Hold()
	}
	if n > 0 {
		c.idle.Touch()
		if waits && c.phase.Load() == phaseBetween {
			c.requestBegins(p[:n], r)
		}
	}
	if err != nil {
		err = c.failure(err)
	}
	return n, err
}

// Write writes to the connection. It counts as activity when it returns and, where the system tells, while the peer
// takes what was written.
func (c *Conn) Write(p []byte) (int, error) {
	c.writing.begin(c)
	n, err := c.inner.Write(p)
	c.writing.done()
	if n > 0 {
		c.idle.Touch()
	}
	if err != nil {
		err = c.failure(err)
	}
	return n, err
}

// failure is err, or the reason if it was a limit that ended the connection.
func (c *Conn) failure(err error) error {
	if t := c.end.Load(); t != nil && t != closed {
		return t
	}
	return err
}

// Close closes the connection. Its limits are gone when it returns. It returns nil if a limit has closed it already.
func (c *Conn) Close() error {
	if c.end.CompareAndSwap(nil, closed) {
		c.forget()
		err := c.inner.Close()
		c.cancelContext(net.ErrClosed)
		return err
	}
	if c.end.Load() != closed {
		return nil
	}
	return c.inner.Close()
}

// expire closes the connection because a limit has run out. A connection under it that says goodbye, such as a tls.Conn,
// could wait for a peer that does not listen; so what is at the bottom is closed first.
func (c *Conn) expire(limit Limit, after time.Duration) {
	t := &TimeoutError{limit, after}
	if !c.end.CompareAndSwap(nil, t) {
		return
	}
	c.idle.group.closed.Add(1)
	c.forget()
	c.cancelContext(t) // first: net/http, whose write fails once it is closed, then cancels without a cause
	if b := bottom(c.inner); b != c.inner {
		b.Close()
	}
	c.inner.Close()
	if c.onExpire != nil {
		c.onExpire(c, t)
	}
}

// forget takes the connection out of its group.
func (c *Conn) forget() {
	c.idle.Stop()
	if r := c.read.Load(); r != nil {
		r.Stop()
	}
	c.writing.entry.Stop()
}

// bottom is the connection that others are layers over.
func bottom(c net.Conn) net.Conn {
	for {
		x, ok := c.(interface{ NetConn() net.Conn })
		if !ok {
			return c
		}
		c = x.NetConn()
	}
}

type (
	idleEnd Conn
	readEnd Conn
)

func (x *idleEnd) Expire(*Entry) {
	c := (*Conn)(x)
	c.expire(Idle, time.Duration(c.limits.idle.Load()))
}
func (x *readEnd) Expire(*Entry) {
	c := (*Conn)(x)
	c.expire(ReadStall, time.Duration(c.limits.read.Load()))
}

// Expired is the reason if a limit has closed the connection, else nil.
func (c *Conn) Expired() *TimeoutError {
	if t := c.end.Load(); t != closed {
		return t
	}
	return nil
}

// Hold keeps Idle from running out until Release, while a program works for this connection and the peer has to wait.
// It returns false, and there is nothing to release, if the connection has ended. An http.Server of HTTP does so for
// each request.
func (c *Conn) Hold() bool { return c.idle.Hold() }

// Release takes back one Hold. It returns false if the connection has ended.
func (c *Conn) Release() bool { return c.idle.Release() }

// CloseRead closes the reading half, if the connection under it can.
func (c *Conn) CloseRead() error {
	if x, ok := c.inner.(interface{ CloseRead() error }); ok {
		return x.CloseRead()
	}
	return errNoHalfClose
}

// CloseWrite closes the writing half, if the connection under it can.
func (c *Conn) CloseWrite() error {
	if x, ok := c.inner.(interface{ CloseWrite() error }); ok {
		return x.CloseWrite()
	}
	return errNoHalfClose
}

// SyscallConn gives access to the file descriptor, if the connection under it does. What moves there is not seen as
// activity.
func (c *Conn) SyscallConn() (syscall.RawConn, error) {
	if x, ok := c.inner.(syscall.Conn); ok {
		raw, err := x.SyscallConn()
		if err != nil {
			return nil, err
		}
		return rawConn{raw}, nil
	}
	return nil, errNoSyscallConn
}

// rawConn hides the methods by which os.File.WriteTo recognizes a socket: io.Copy from a file would send it past
// ReadFrom.
type rawConn struct{ syscall.RawConn }

// NetConn is the connection under it. What moves there is not seen as activity.
func (c *Conn) NetConn() net.Conn { return c.inner }

// LocalAddr is that of the connection under it.
func (c *Conn) LocalAddr() net.Addr { return c.inner.LocalAddr() }

// RemoteAddr is that of the connection under it.
func (c *Conn) RemoteAddr() net.Addr { return c.inner.RemoteAddr() }
