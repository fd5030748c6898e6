package idle

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// Tests on TCP sockets, in real time. Limits have bounds on one side only: not earlier; and what must not happen is given
// several limits to happen in.

// tcp is a connection with limits and its peer.
func tcp(t *testing.T, cfg Config) (*Conn, *net.TCPConn) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if cfg.Group == nil {
		cfg.Group = NewGroup(Options{Tick: 10 * time.Millisecond})
	}
	il := NewListener(l, cfg)
	peer, err := net.Dial("tcp", il.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	c, err := il.Accept()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { peer.Close(); c.Close() })
	return c.(*Conn), peer.(*net.TCPConn)
}

// file is a file of that many bytes.
func file(t *testing.T, size int) (*os.File, []byte) {
	t.Helper()
	content := make([]byte, size)
	for i := range content {
		content[i] = byte(i * 7919 >> 8)
	}
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, content, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f, content
}

// spy is a connection that notes what it is to read from.
type spy struct {
	*net.TCPConn
	mu   sync.Mutex
	from []string
}

func (s *spy) ReadFrom(r io.Reader) (int64, error) {
	s.mu.Lock()
	if l, ok := r.(*io.LimitedReader); ok {
		s.from = append(s.from, fmt.Sprintf("%T up to %d", l.R, l.N))
	} else {
		s.from = append(s.from, fmt.Sprintf("%T", r))
	}
	s.mu.Unlock()
	return s.TCPConn.ReadFrom(r)
}

type spies struct {
	net.Listener
	last atomic.Pointer[spy]
}

func (l *spies) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	s := &spy{TCPConn: c.(*net.TCPConn)}
	l.last.Store(s)
	return s, nil
}

// A file that an http.Server serves reaches TCPConn.ReadFrom as a file, and that is where sendfile is.
func TestSendfileIsReached(t *testing.T) {
	defer goleak.VerifyNone(t)
	f, content := file(t, 5<<19)
	plain, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &spies{Listener: plain}
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, f.Name()) })}
	done := make(chan struct{})
	il := HTTP(server, l, Config{Idle: time.Hour})
	go func() { server.Serve(il); close(done) }()
	tr := &http.Transport{}
	resp, err := (&http.Client{Transport: tr}).Get("http://" + il.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil || !bytes.Equal(body, content) {
		t.Errorf("%d bytes, %v", len(body), err)
	}
	tr.CloseIdleConnections()
	server.Close()
	<-done
	s := l.last.Load()
	// The first 512 bytes were read before, to find the Content-Type.
	want := "[*os.File up to 1048576 *os.File up to 1048576 *os.File up to 523776]"
	if got := fmt.Sprint(s.from); got != want {
		t.Errorf("the connection was to read from %v, want %v", got, want)
	}
}

func TestSockets(t *testing.T) {
	defer goleak.VerifyNone(t)
	t.Run("all", func(t *testing.T) {
		t.Run("what a TCP connection can do", func(t *testing.T) {
			t.Parallel()
			c, peer := tcp(t, Config{Idle: time.Hour})
			if raw, err := c.SyscallConn(); err != nil {
				t.Error(err)
			} else if err := raw.Control(func(fd uintptr) {}); err != nil {
				t.Error(err)
			}
			if _, ok := c.NetConn().(*net.TCPConn); !ok {
				t.Errorf("NetConn is %T", c.NetConn())
			}
			if err := c.CloseWrite(); err != nil {
				t.Error(err)
			}
			if _, err := peer.Read(make([]byte, 1)); err != io.EOF {
				t.Errorf("after CloseWrite the peer reads %v", err)
			}
			peer.Write([]byte("late"))
			peer.CloseWrite()
			if p, err := io.ReadAll(c); string(p) != "late" || err != nil {
				t.Errorf("after CloseWrite: %q, %v", p, err)
			}
			if err := c.CloseRead(); err != nil && !errors.Is(err, syscall.ENOTCONN) {
				t.Error(err)
			}
		})
		t.Run("files and limits", func(t *testing.T) {
			t.Parallel()
			for _, size := range []int{0, 1, chunk, chunk + 1} {
				f, content := file(t, chunk+3)
				c, peer := tcp(t, Config{Idle: time.Hour})
				go func() {
					if n, err := io.CopyN(c, f, int64(size)); n != int64(size) || err != nil {
						t.Errorf("copied %d of %d, %v", n, size, err)
					}
					if at, _ := f.Seek(0, io.SeekCurrent); at != int64(size) {
						t.Errorf("the file is at %d after %d", at, size)
					}
					limited := &io.LimitedReader{R: f, N: 1 << 30}
					if n, err := c.ReadFrom(limited); n != int64(len(content)-size) || err != nil || limited.N != 1<<30-n {
						t.Errorf("copied %d of %d, %v, left %d", n, len(content)-size, err, limited.N)
					}
					c.Close()
				}()
				if got, err := io.ReadAll(peer); !bytes.Equal(got, content) || err != nil {
					t.Errorf("%d bytes came, %v", len(got), err)
				}
			}
		})
		t.Run("from a pipe, and from what is no file", func(t *testing.T) {
			t.Parallel()
			c, peer := tcp(t, Config{Idle: time.Hour})
			r, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			go func() { w.Write(make([]byte, 100_000)); w.Close() }()
			go func() {
				if n, err := io.Copy(c, r); n != 100_000 || err != nil {
					t.Error(n, err)
				}
				r.Close()
				limited := &io.LimitedReader{R: bytes.NewReader(make([]byte, 100)), N: 60}
				if n, err := c.ReadFrom(limited); n != 60 || err != nil || limited.N != 0 {
					t.Error(n, err, limited.N)
				}
				c.Close()
			}()
			if p, err := io.ReadAll(peer); len(p) != 100_060 || err != nil {
				t.Error(len(p), err)
			}
		})
		t.Run("proxy", func(t *testing.T) {
			t.Parallel()
			in, source := tcp(t, Config{Idle: time.Hour, ReadStall: time.Hour})
			out, sink := tcp(t, Config{Idle: time.Hour})
			go func() { source.Write(make([]byte, 3*chunk+5)); source.CloseWrite() }()
			go func() {
				if n, err := io.CopyN(out, in, 5); n != 5 || err != nil {
					t.Error(n, err)
				}
				if n, err := io.Copy(out, in); n != 3*chunk || err != nil {
					t.Error(n, err)
				}
				out.CloseWrite()
			}()
			if p, err := io.ReadAll(sink); len(p) != 3*chunk+5 || err != nil {
				t.Error(len(p), err)
			}
		})
		t.Run("to a plain connection, and to something else", func(t *testing.T) {
			t.Parallel()
			in, source := tcp(t, Config{Idle: time.Hour})
			_, sink := tcp(t, Config{})
			go func() { source.Write(make([]byte, 300_000)); source.CloseWrite() }()
			if n, err := io.Copy(sink, &io.LimitedReader{R: in, N: 100_000}); n != 100_000 || err != nil {
				t.Error(n, err)
			}
			var b bytes.Buffer
			if n, err := io.CopyN(&b, in, 100_000); n != 100_000 || err != nil {
				t.Error(n, err)
			}
			sink.SetWriteBuffer(1 << 20)
			if n, err := io.Copy(sink, in); n != 100_000 || err != nil {
				t.Error(n, err)
			}
		})
		t.Run("reset", func(t *testing.T) {
			t.Parallel()
			g := NewGroup(Options{})
			c, peer := tcp(t, Config{Idle: time.Hour, ReadStall: time.Hour, Group: g})
			c.Write([]byte("x"))
			peer.SetLinger(0)
			peer.Close()
			if _, err := c.Read(make([]byte, 1)); err == nil || errors.Is(err, ErrTimeout) {
				t.Errorf("after a reset: %v", err)
			}
			c.Close()
			if s := g.Stats(); s.Live != 0 || s.Expired != 0 {
				t.Errorf("%+v", s)
			}
		})
		t.Run("a peer that closes late", func(t *testing.T) {
			t.Parallel()
			c, peer := tcp(t, Config{Idle: 100 * time.Millisecond})
			since := time.Now()
			_, err := c.Read(make([]byte, 1))
			isTimeout(t, err, Idle)
			if d := time.Since(since); d < 100*time.Millisecond {
				t.Errorf("expired after %v", d)
			}
			if _, err := peer.Read(make([]byte, 1)); err != io.EOF {
				t.Errorf("the peer sees %v", err)
			}
			peer.Close()
		})
		t.Run("a peer that does not read", func(t *testing.T) {
			t.Parallel()
			const limit = 400 * time.Millisecond
			f, _ := file(t, 32<<20)
			for name, write := range map[string]func(*Conn) (int64, error){
				"Write":    func(c *Conn) (int64, error) { n, err := c.Write(make([]byte, 32<<20)); return int64(n), err },
				"ReadFrom": func(c *Conn) (int64, error) { return io.Copy(c, f) },
			} {
				c, peer := tcp(t, Config{Idle: time.Hour, WriteStall: limit})
				stop := make(chan struct{})
				go func() { // it sends, though
					for {
						select {
						case <-stop:
							return
						case <-time.After(10 * time.Millisecond):
							peer.Write([]byte("x"))
						}
					}
				}()
				go io.Copy(io.Discard, c)
				since := time.Now()
				n, err := write(c)
				isTimeout(t, err, WriteStall)
				if d := time.Since(since); d < limit || n == 0 || n == 32<<20 {
					t.Errorf("%s ended after %v and %d bytes", name, d, n)
				}
				close(stop)
			}
		})
	})
}
