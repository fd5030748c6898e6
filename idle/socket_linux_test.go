package idle

import (
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// Tests of what Linux tells about sockets.

// pipesOpen is how many pipes the process holds both ends of. Splicing goes through one, which package net keeps.
func pipesOpen(t *testing.T) int {
	dir, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	ends := map[string]int{}
	n := 0
	for _, e := range dir {
		if fd := e.Name(); fd == "0" || fd == "1" || fd == "2" {
			continue // the test's own, which may be one pipe
		}
		if to, err := os.Readlink(filepath.Join("/proc/self/fd", e.Name())); err == nil && strings.HasPrefix(to, "pipe:") {
			if ends[to]++; ends[to] == 2 {
				n++
			}
		}
	}
	return n
}

// Copying between two connections splices. The pipe is seen while the copy waits for its source.
func TestSpliceIsReached(t *testing.T) {
	for _, x := range []struct {
		name   string
		splice bool
		run    func(out, in *Conn) (int64, error)
	}{
		{"io.Copy", true, func(out, in *Conn) (int64, error) { return io.Copy(out, in) }},
		{"io.CopyN", true, func(out, in *Conn) (int64, error) { return io.CopyN(out, in, 10) }},
		{"to TCP", true, func(out, in *Conn) (int64, error) { return io.Copy(out.NetConn(), in) }},
		{"through a response", true, func(out, in *Conn) (int64, error) { return io.Copy(hidden{out}, in) }},
		{"by Read and Write", false, func(out, in *Conn) (int64, error) { return io.Copy(out, struct{ io.Reader }{in}) }},
	} {
		in, source := tcp(t, Config{Idle: time.Hour})
		out, sink := tcp(t, Config{Idle: time.Hour})
		done := make(chan error, 1)
		for i := 0; pipesOpen(t) > 0; i++ { // package net keeps them until they are collected
			if i == 500 {
				t.Fatal("pipes stay open")
			}
			runtime.GC()
			time.Sleep(time.Millisecond)
		}
		go func() {
			_, err := x.run(out, in)
			done <- err
		}()
		source.Write([]byte("abc"))
		if _, err := io.ReadFull(sink, make([]byte, 3)); err != nil {
			t.Fatal(err)
		}
		if n := pipesOpen(t); n > 0 != x.splice {
			t.Errorf("%s: %d pipes while it runs", x.name, n)
		}
		source.CloseWrite()
		if err := <-done; err != nil && x.name != "io.CopyN" {
			t.Error(x.name, err)
		}
	}
}

// hidden is a writer that hands what it is to read from on, as an http.ResponseWriter does.
type hidden struct{ c *Conn }

func (h hidden) Write(p []byte) (int, error)         { return h.c.Write(p) }
func (h hidden) ReadFrom(r io.Reader) (int64, error) { return h.c.ReadFrom(r) }

// A peer that takes little by little is neither idle nor stalled, also inside one call that lasts for several limits.
func TestSlowPeerIsNotStalled(t *testing.T) {
	defer goleak.VerifyNone(t)
	t.Run("all", func(t *testing.T) {
		const limit = time.Second
		const size = 12 << 20
		f, _ := file(t, size)
		for name, write := range map[string]func(*Conn) (int64, error){
			"Write":    func(c *Conn) (int64, error) { n, err := c.Write(make([]byte, size)); return int64(n), err },
			"ReadFrom": func(c *Conn) (int64, error) { return io.Copy(c, f) },
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				c, peer := tcp(t, Config{Idle: limit, WriteStall: limit})
				peer.SetReadBuffer(1 << 16)
				since := time.Now()
				go func() {
					p := make([]byte, size/60)
					for range 60 {
						time.Sleep(50 * time.Millisecond)
						if _, err := io.ReadFull(peer, p); err != nil {
							return
						}
					}
					io.Copy(io.Discard, peer)
				}()
				n, err := write(c)
				if n != size || err != nil {
					t.Errorf("%d bytes after %v, %v", n, time.Since(since), err)
				}
			})
		}
		t.Run("splice from a slow source", func(t *testing.T) {
			t.Parallel()
			in, source := tcp(t, Config{Idle: limit, ReadStall: limit})
			out, sink := tcp(t, Config{Idle: limit})
			go io.Copy(io.Discard, sink)
			go func() {
				for range 12 {
					time.Sleep(limit / 4)
					source.Write([]byte("x"))
				}
			}()
			since := time.Now()
			n, err := io.Copy(out, in)
			if n != 12 || time.Since(since) < 4*limit {
				t.Errorf("%d bytes in %v, want 12, and then idle", n, time.Since(since))
			}
			if err == nil {
				t.Error("what is idle was not closed")
			}
			if in.Expired() == nil && out.Expired() == nil {
				t.Error("neither has expired")
			}
		})
	})
}

// A write that waits for its source, and what a peer has not taken while nobody writes, are no stalled writes.
func TestWhatIsNoStalledWrite(t *testing.T) {
	defer goleak.VerifyNone(t)
	const limit = 200 * time.Millisecond
	t.Run("all", func(t *testing.T) {
		t.Run("a slow source", func(t *testing.T) {
			t.Parallel()
			c, peer := tcp(t, Config{WriteStall: limit})
			r, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			go func() {
				w.Write([]byte("a"))
				time.Sleep(5 * limit)
				w.Write([]byte("b"))
				w.Close()
			}()
			go io.Copy(io.Discard, peer)
			if n, err := io.Copy(c, r); n != 2 || err != nil {
				t.Error(n, err)
			}
		})
		t.Run("copying from a peer that does not read", func(t *testing.T) {
			t.Parallel()
			c, peer := tcp(t, Config{WriteStall: limit})
			out, sink := tcp(t, Config{})
			go io.Copy(io.Discard, sink)
			peer.SetReadBuffer(4096)
			c.NetConn().(*net.TCPConn).SetWriteBuffer(4 << 20)
			if _, err := c.Write(make([]byte, 2<<20)); err != nil { // fits into the two buffers
				t.Fatal(err)
			}
			go func() {
				for range 10 {
					time.Sleep(limit / 2)
					peer.Write([]byte("x"))
				}
				peer.CloseWrite()
			}()
			if n, err := io.Copy(out, c); n != 10 || err != nil {
				t.Error(n, err)
			}
			var x counter
			if p, ok := x.read(c.NetConn()); !ok || !p.pending {
				t.Errorf("%+v, want something pending", p)
			}
		})
	})
}

// What counts is what the peer's system has taken, and there is something to take.
func TestCounter(t *testing.T) {
	c, peer := tcp(t, Config{})
	var x counter
	c.Write(make([]byte, 1000))
	peer.Write(make([]byte, 300))
	io.ReadFull(peer, make([]byte, 1000))
	io.ReadFull(c, make([]byte, 300))
	for range 500 {
		p, ok := x.read(c.NetConn())
		if !ok {
			t.Fatal("the socket does not tell")
		}
		if p.acked >= 1000 && p.received == 300 && !p.pending {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if p, _ := x.read(c.NetConn()); p.acked < 1000 || p.acked > 1001 || p.received != 300 || p.pending {
		t.Errorf("%+v, want 1000 acked, 300 received", p)
	}
	go c.Write(make([]byte, 64<<20)) // more than there is room for
	pending := false
	for range 1000 {
		if p, _ := x.read(c.NetConn()); p.pending {
			pending = true
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if !pending {
		t.Error("nothing is pending while the peer does not read")
	}
	c.Close()
	if _, ok := x.read(c.NetConn()); ok {
		t.Error("a closed socket tells")
	}
	a, b := net.Pipe()
	defer a.Close()
	defer b.Close()
	if _, ok := new(counter).read(a); ok || counts(a) {
		t.Error("a pipe tells")
	}
}
