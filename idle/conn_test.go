package idle

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
	"weak"

	"go.uber.org/goleak"
)

// Tests of connections over net.Pipe, in virtual time. What needs sockets is in socket_test.go, servers are in
// http_test.go.

// pipe is a connection with limits and its peer.
func pipe(t *testing.T, g *Group, cfg Config) (*Conn, net.Conn) {
	a, b := net.Pipe()
	cfg.Group = g
	c := NewConn(a, cfg)
	t.Cleanup(func() { b.Close(); c.Close() })
	return c, b
}

// isTimeout checks that err is what a limit causes.
func isTimeout(t *testing.T, err error, limit Limit) {
	t.Helper()
	var timeout *TimeoutError
	var ne net.Error
	if !errors.Is(err, ErrTimeout) || !errors.As(err, &timeout) || timeout.Limit != limit || !errors.As(err, &ne) || !ne.Timeout() {
		t.Errorf("error %v, want one that says %v", err, limit)
	}
	if errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, net.ErrClosed) {
		t.Errorf("error %v is not told from others", err)
	}
}

// took checks how long ago since was.
func took(t *testing.T, since time.Time, want time.Duration) {
	t.Helper()
	if d := time.Since(since); d < want || d > want+slack {
		t.Errorf("took %v, want %v and at most %v more", d, want, slack)
	}
}

func TestReq46ErrorIsDistinct(t *testing.T) {
	bubble(t, func(t *testing.T, g *Group) {
		var told atomic.Pointer[TimeoutError]
		c, peer := pipe(t, g, Config{Idle: 5 * time.Second, OnExpire: func(_ *Conn, e *TimeoutError) { told.Store(e) }})
		ctx := c.Context()
		since := time.Now()
		_, err := c.Read(make([]byte, 1)) // is under way when it comes
		took(t, since, 5*time.Second)
		isTimeout(t, err, Idle)
		if err.Error() != "idle: idle for 5s" {
			t.Errorf("error %q", err)
		}
		_, err = c.Read(make([]byte, 1)) // comes later
		isTimeout(t, err, Idle)
		_, err = c.Write(make([]byte, 1))
		isTimeout(t, err, Idle)
		synctest.Wait()
		if told.Load() == nil || c.Expired() != told.Load() {
			t.Error("OnExpire was not told")
		}
		<-ctx.Done()
		isTimeout(t, context.Cause(ctx), Idle)
		isTimeout(t, context.Cause(c.Context()), Idle)
		if err := c.Close(); err != nil {
			t.Errorf("Close after expiry: %v", err)
		}
		isTimeout(t, c.Expired(), Idle)
		if _, err := peer.Read(make([]byte, 1)); err != io.EOF {
			t.Errorf("the peer sees %v", err)
		}
		if s := g.Stats(); s.Live != 0 || s.Expired != 1 {
			t.Errorf("%+v", s)
		}
	})
}

func TestBothDirectionsAreActivity(t *testing.T) {
	bubble(t, func(t *testing.T, g *Group) {
		c, peer := pipe(t, g, Config{Idle: 5 * time.Second})
		go io.Copy(io.Discard, peer)
		for range 10 {
			time.Sleep(4 * time.Second)
			if _, err := c.Write([]byte("x")); err != nil {
				t.Fatal(err)
			}
		}
		for range 10 { // a byte every four seconds
			go func() { time.Sleep(4 * time.Second); peer.Write([]byte("x")) }()
			if _, err := c.Read(make([]byte, 10)); err != nil {
				t.Fatal(err)
			}
		}
		since := time.Now()
		_, err := c.Read(make([]byte, 10))
		took(t, since, 5*time.Second)
		isTimeout(t, err, Idle)
	})
}

func TestReq43LimitsAreSeparate(t *testing.T) {
	t.Run("read", func(t *testing.T) {
		bubble(t, func(t *testing.T, g *Group) {
			c, peer := pipe(t, g, Config{Idle: time.Minute, ReadStall: 5 * time.Second})
			go io.Copy(io.Discard, peer)
			time.Sleep(30 * time.Second) // no Read waits: that is no stall
			go func() {
				for range 12 {
					time.Sleep(time.Second)
					c.Write([]byte("x")) // does not help a Read that waits
				}
			}()
			since := time.Now()
			_, err := c.Read(make([]byte, 1))
			took(t, since, 5*time.Second)
			isTimeout(t, err, ReadStall)
		})
	})
	t.Run("write", func(t *testing.T) {
		bubble(t, func(t *testing.T, g *Group) {
			c, peer := pipe(t, g, Config{Idle: time.Minute, WriteStall: 20 * time.Second})
			go func() {
				for range 60 {
					time.Sleep(time.Second)
					peer.Write([]byte("x")) // a peer that talks and does not listen
				}
			}()
			go io.Copy(io.Discard, c)
			since := time.Now()
			_, err := c.Write(make([]byte, 1))
			if d := time.Since(since); d < 20*time.Second || d > 21*time.Second+slack {
				t.Errorf("took %v, want 20s and at most a twentieth and %v more", d, slack)
			}
			isTimeout(t, err, WriteStall)
		})
	})
	t.Run("write, a limit of few ticks", func(t *testing.T) {
		bubble(t, func(t *testing.T, g *Group) {
			const limit = 10*tick + tick/10
			c, _ := pipe(t, g, Config{WriteStall: limit})
			since := time.Now()
			_, err := c.Write(make([]byte, 1))
			if d := time.Since(since); d < limit || d > limit+tick/5 {
				t.Errorf("took %v, want %v and at most %v more", d, limit, tick/5)
			}
			isTimeout(t, err, WriteStall)
		})
	})
	t.Run("write follows idle", func(t *testing.T) {
		bubble(t, func(t *testing.T, g *Group) {
			c, _ := pipe(t, g, Config{Idle: 20 * time.Second})
			c.Hold()
			since := time.Now()
			_, err := c.Write(make([]byte, 1))
			if d := time.Since(since); d < 20*time.Second || d > 21*time.Second+slack {
				t.Errorf("took %v, want 20s and at most a twentieth and %v more", d, slack)
			}
			isTimeout(t, err, WriteStall)
		})
	})
	t.Run("changing one leaves the others", func(t *testing.T) {
		bubble(t, func(t *testing.T, g *Group) {
			c, _ := pipe(t, g, Config{Idle: 30 * time.Second, ReadStall: 10 * time.Second, WriteStall: 40 * time.Second})
			since := time.Now()
			c.SetWriteStall(-1)
			c.SetReadStall(0)
			_, err := c.Read(make([]byte, 1))
			took(t, since, 30*time.Second)
			isTimeout(t, err, Idle)
		})
		bubble(t, func(t *testing.T, g *Group) {
			c, _ := pipe(t, g, Config{Idle: 30 * time.Second, ReadStall: 10 * time.Second, WriteStall: 40 * time.Second})
			since := time.Now()
			c.SetIdle(0)
			_, err := c.Read(make([]byte, 1))
			took(t, since, 10*time.Second)
			isTimeout(t, err, ReadStall)
		})
		bubble(t, func(t *testing.T, g *Group) {
			c, _ := pipe(t, g, Config{Idle: 30 * time.Second, ReadStall: 10 * time.Second, WriteStall: 40 * time.Second})
			c.SetReadStall(0)
			c.SetIdle(0)
			_, err := c.Write(make([]byte, 1))
			isTimeout(t, err, WriteStall)
		})
	})
}

func TestReq45ConnLimitsChangeWhileWaiting(t *testing.T) {
	for _, x := range []struct {
		limit Limit
		set   func(*Conn, time.Duration)
	}{{Idle, (*Conn).SetIdle}, {ReadStall, (*Conn).SetReadStall}, {WriteStall, (*Conn).SetWriteStall}} {
		for _, to := range []time.Duration{8 * time.Second, time.Minute} {
			t.Run(x.limit.String()+" "+to.String(), func(t *testing.T) {
				bubble(t, func(t *testing.T, g *Group) {
					c, _ := pipe(t, g, Config{})
					x.set(c, 20*time.Second)
					since := time.Now()
					go func() { time.Sleep(5 * time.Second); x.set(c, to) }()
					var err error
					allowed := to + slack
					if x.limit == WriteStall {
						_, err = c.Write(make([]byte, 1))
						allowed += to / looks
					} else {
						_, err = c.Read(make([]byte, 1))
					}
					if d := time.Since(since); d < to || d > allowed {
						t.Errorf("took %v, want %v", d, to)
					}
					isTimeout(t, err, x.limit)
					if e := c.Expired(); e.After != to {
						t.Errorf("%v", e)
					}
				})
			})
		}
	}
}

// A write that began without a limit gets one.
func TestReq45WriteThatHadNoLimit(t *testing.T) {
	bubble(t, func(t *testing.T, g *Group) {
		c, _ := pipe(t, g, Config{})
		go func() { time.Sleep(time.Minute); c.SetWriteStall(20 * time.Second) }()
		since := time.Now()
		_, err := c.Write(make([]byte, 1))
		if d := time.Since(since) - time.Minute; d < 20*time.Second || d > 21*time.Second+slack {
			t.Errorf("took %v since it was set", d)
		}
		isTimeout(t, err, WriteStall)
	})
}

// Deadlines of the program work as ever: they end a call, not the connection.
func TestDeadlinesStillWork(t *testing.T) {
	bubble(t, func(t *testing.T, g *Group) {
		c, peer := pipe(t, g, Config{Idle: time.Minute, ReadStall: 30 * time.Second})
		expect := func(what string, err error) {
			t.Helper()
			if !errors.Is(err, os.ErrDeadlineExceeded) {
				t.Errorf("%s: %v, want the deadline", what, err)
			}
		}
		for range 3 {
			c.SetReadDeadline(time.Now().Add(time.Second))
			_, err := c.Read(make([]byte, 1))
			expect("SetReadDeadline", err)
			c.SetReadDeadline(time.Time{})
			c.SetReadDeadline(time.Time{}) // is set no longer, and not passed on
			go peer.Write([]byte("x"))
			if _, err := c.Read(make([]byte, 1)); err != nil {
				t.Errorf("after the deadline was cleared: %v", err)
			}
			c.SetWriteDeadline(time.Now().Add(time.Second))
			_, err = c.Write([]byte("x"))
			expect("SetWriteDeadline", err)
			c.SetDeadline(time.Now().Add(time.Second))
			_, err = c.Read(make([]byte, 1))
			expect("SetDeadline", err)
			_, err = c.Write([]byte("x"))
			expect("SetDeadline", err)
			c.SetReadDeadline(time.Time{})
			_, err = c.Write([]byte("x"))
			expect("the deadline of writes, when that of reads was cleared", err)
			c.SetDeadline(time.Now().Add(time.Second))
			c.SetReadDeadline(time.Time{})
			go func() { time.Sleep(2 * time.Second); peer.Write([]byte("x")) }()
			if _, err := c.Read(make([]byte, 1)); err != nil {
				t.Errorf("after half of SetDeadline was cleared: %v", err)
			}
			c.SetDeadline(time.Time{})
			go io.ReadFull(peer, make([]byte, 1))
			if _, err := c.Write([]byte("x")); err != nil {
				t.Errorf("after both were cleared: %v", err)
			}
		}
		c.Close()
		if c.SetDeadline(time.Time{}) == nil || c.SetReadDeadline(time.Time{}) == nil || c.SetWriteDeadline(time.Time{}) == nil {
			t.Error("a deadline of a closed connection can be set")
		}
	})
}

func TestReq44ConnsLeaveNothing(t *testing.T) {
	defer goleak.VerifyNone(t)
	g := NewGroup(Options{})
	var forgotten []weak.Pointer[Conn]
	for i := range 10_000 {
		a, b := net.Pipe()
		c := NewConn(a, Config{Idle: time.Hour, ReadStall: time.Hour, WriteStall: time.Hour, Group: g})
		c.Context()
		forgotten = append(forgotten, weak.Make(c))
		done := make(chan struct{})
		go func() {
			io.CopyN(io.Discard, b, 1)
			if i%3 == 1 {
				b.Close()
			}
			close(done)
		}()
		c.Write([]byte("x"))
		switch i % 3 {
		case 0:
			c.Close()
		case 1:
			<-done
			c.Read(make([]byte, 1)) // the peer has closed
			c.Close()
			c.Close()
		case 2:
			c.expire(Idle, time.Hour)
		}
		<-done
		b.Close()
	}
	if s := g.Stats(); s.Live != 0 || s.Waiting != 0 {
		t.Errorf("%+v", s)
	}
	g.mu.Lock()
	if n := g.lists.Len(); n != 0 {
		t.Errorf("%d nodes are left", n)
	}
	g.mu.Unlock()
	runtime.GC()
	runtime.GC()
	for i, p := range forgotten {
		if p.Value() != nil {
			t.Fatalf("connection %d is still referred to", i)
		}
	}
	runtime.KeepAlive(g)
}

// Close races with expiry, and both with calls that wait: each connection ends once.
func TestHammerReq40CloseAndExpiry(t *testing.T) {
	defer goleak.VerifyNone(t)
	g := NewGroup(Options{Tick: time.Millisecond})
	var expired, closed atomic.Int64
	var wg sync.WaitGroup
	const conns = 400
	for i := range conns {
		wg.Go(func() {
			a, b := net.Pipe()
			defer b.Close()
			limit := time.Duration(2+i%3) * time.Millisecond
			cfg := Config{Idle: limit, ReadStall: limit + time.Millisecond, WriteStall: limit, Group: g,
				OnExpire: func(*Conn, *TimeoutError) { expired.Add(1) }}
			c := NewConn(a, cfg)
			ctx := c.Context()
			var calls sync.WaitGroup
			calls.Go(func() {
				for {
					if _, err := c.Read(make([]byte, 1)); err != nil {
						return
					}
				}
			})
			calls.Go(func() {
				for {
					if _, err := c.Write(make([]byte, 1)); err != nil {
						return
					}
				}
			})
			calls.Go(func() { b.Write(make([]byte, i%5)) })
			calls.Go(func() { io.CopyN(io.Discard, b, int64(i%7)) })
			calls.Go(func() { c.SetIdle(limit); c.SetReadStall(limit); c.SetWriteStall(limit) })
			time.Sleep(limit + time.Duration(i%10)*200*time.Microsecond)
			c.Close()
			b.Close()
			calls.Wait()
			if c.Expired() == nil {
				closed.Add(1)
			}
			if <-ctx.Done(); errors.Is(context.Cause(ctx), ErrTimeout) != (c.Expired() != nil) {
				t.Errorf("cause %v, expired %v", context.Cause(ctx), c.Expired())
			}
		})
	}
	wg.Wait()
	for range 1000 {
		if expired.Load()+closed.Load() == conns {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	s := g.Stats()
	if expired.Load()+closed.Load() != conns || s.Live != 0 || int64(s.Expired) != expired.Load() {
		t.Errorf("expired %d, closed %d, of %d; %+v", expired.Load(), closed.Load(), conns, s)
	}
}

// A connection whose Close takes its time, as one that waits for its peer, delays no other.
func TestReq39SlowCloseDelaysNoOther(t *testing.T) {
	bubble(t, func(t *testing.T, g *Group) {
		free := make(chan struct{})
		defer close(free)
		for range 20 {
			a, _ := net.Pipe()
			NewConn(slowClose{a, free}, Config{Idle: time.Second, Group: g})
		}
		c, _ := pipe(t, g, Config{Idle: 5 * time.Second})
		since := time.Now()
		_, err := c.Read(make([]byte, 1))
		took(t, since, 5*time.Second)
		isTimeout(t, err, Idle)
	})
}

type slowClose struct {
	net.Conn
	free chan struct{}
}

func (c slowClose) Close() error { <-c.free; return c.Conn.Close() }

// A tls.Conn says goodbye when it is closed; a peer that does not listen must not make expiry wait for that.
func TestTLSUnderneathIsClosedAtOnce(t *testing.T) {
	bubble(t, func(t *testing.T, g *Group) {
		a, b := net.Pipe()
		server := tls.Server(a, serverTLS(t))
		client := tls.Client(b, &tls.Config{InsecureSkipVerify: true})
		go client.Handshake()
		if err := server.Handshake(); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		over := make(chan time.Time, 1)
		c := NewConn(server, Config{Idle: 3 * time.Second, Group: g, OnExpire: func(*Conn, *TimeoutError) { over <- time.Now() }})
		since := time.Now()
		_, err := c.Read(make([]byte, 1))
		isTimeout(t, err, Idle)
		if d := (<-over).Sub(since); d > 3*time.Second+slack {
			t.Errorf("closing took until %v", d)
		}
		if Of(c) != c || c.NetConn() != server {
			t.Error("Of, NetConn")
		}
		b.Close()
	})
}

func TestTLSOnTop(t *testing.T) {
	bubble(t, func(t *testing.T, g *Group) {
		c, b := pipe(t, g, Config{Idle: 3 * time.Second})
		server := tls.Server(c, serverTLS(t))
		client := tls.Client(b, &tls.Config{InsecureSkipVerify: true})
		go client.Write([]byte("hello"))
		p := make([]byte, 5)
		if _, err := io.ReadFull(server, p); err != nil || string(p) != "hello" {
			t.Fatal(string(p), err)
		}
		if Of(server) != c {
			t.Error("Of does not find the connection under TLS")
		}
		since := time.Now()
		_, err := server.Read(p)
		took(t, since, 3*time.Second)
		isTimeout(t, err, Idle)
	})
}

func TestWhatTheConnectionCannotDo(t *testing.T) {
	bubble(t, func(t *testing.T, g *Group) {
		c, peer := pipe(t, g, Config{Idle: time.Minute})
		if err := c.CloseRead(); !errors.Is(err, errors.ErrUnsupported) {
			t.Error(err)
		}
		if err := c.CloseWrite(); !errors.Is(err, errors.ErrUnsupported) {
			t.Error(err)
		}
		if _, err := c.SyscallConn(); !errors.Is(err, errors.ErrUnsupported) {
			t.Error(err)
		}
		if Of(peer) != nil || FromContext(context.Background()) != nil || FromContext(c.Context()) != c {
			t.Error("Of, FromContext")
		}
		if c.LocalAddr().Network() != "pipe" || c.RemoteAddr().Network() != "pipe" {
			t.Error("addresses")
		}
		// Copying goes through Read and Write.
		go func() { io.Copy(c, strings.NewReader("abc")); c.Close() }()
		if p, err := io.ReadAll(peer); string(p) != "abc" || err != nil {
			t.Error(string(p), err)
		}
	})
}

// Copying between two connections, a second between the bytes, touches both; then both are idle.
func TestCopyTouchesBothEnds(t *testing.T) {
	bubble(t, func(t *testing.T, g *Group) {
		in, source := pipe(t, g, Config{Idle: 3 * time.Second})
		out, sink := pipe(t, g, Config{Idle: 3 * time.Second})
		go func() {
			for range 20 {
				time.Sleep(2 * time.Second)
				source.Write([]byte("x"))
			}
		}()
		go io.Copy(io.Discard, sink)
		n, err := io.Copy(out, in)
		if n != 20 {
			t.Errorf("%d bytes, want 20", n)
		}
		isTimeout(t, err, Idle)
		_, err = io.CopyN(out, in, 1)
		isTimeout(t, err, Idle)
	})
}
