package idle

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// Tests of net/http servers and clients over net.Pipe, in virtual time.

// pipes is a listener that is dialed by a method.
type pipes struct {
	conns chan net.Conn
	once  sync.Once
	done  chan struct{}
}

func newPipes() *pipes { return &pipes{conns: make(chan net.Conn), done: make(chan struct{})} }

func (l *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.done:
		return nil, net.ErrClosed
	}
}
func (l *pipes) Close() error   { l.once.Do(func() { close(l.done) }); return nil }
func (l *pipes) Addr() net.Addr { return &net.TCPAddr{} }

func (l *pipes) DialContext(context.Context, string, string) (net.Conn, error) {
	a, b := net.Pipe()
	select {
	case l.conns <- a:
		return b, nil
	case <-l.done:
		return nil, net.ErrClosed
	}
}

// userKey is of a value that the user's own ConnContext sets.
type userKey struct{}

// site is a server with limits in a bubble, and what happened on it.
type site struct {
	*pipes
	server   *http.Server
	listener *Listener

	mu      sync.Mutex
	states  []http.ConnState
	expired []*TimeoutError
}

func serve(t *testing.T, g *Group, cfg Config, handler http.HandlerFunc, with func(*site)) *site {
	s := &site{pipes: newPipes(), server: &http.Server{Handler: handler, ErrorLog: log.New(io.Discard, "", 0)}}
	s.server.ConnState = func(_ net.Conn, state http.ConnState) {
		s.mu.Lock()
		s.states = append(s.states, state)
		s.mu.Unlock()
	}
	s.server.ConnContext = func(ctx context.Context, c net.Conn) context.Context {
		if FromContext(ctx) != Of(c) {
			t.Error("ConnContext is called without the connection in its context")
		}
		return context.WithValue(ctx, userKey{}, "kept")
	}
	cfg.Group = g
	cfg.OnExpire = func(_ *Conn, e *TimeoutError) {
		s.mu.Lock()
		s.expired = append(s.expired, e)
		s.mu.Unlock()
	}
	if with != nil {
		with(s)
	}
	s.listener = HTTP(s.server, s.pipes, cfg)
	if s.server.TLSConfig != nil {
		go s.server.ServeTLS(s.listener, "", "")
	} else {
		go s.server.Serve(s.listener)
	}
	t.Cleanup(func() { s.server.Close() })
	return s
}

func (s *site) dial(t *testing.T) net.Conn {
	c, err := s.DialContext(context.Background(), "", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// closedAfter checks that the server closes c that long after since and with that limit; 0 is any.
func (s *site) closedAfter(t *testing.T, c net.Conn, since time.Time, want time.Duration, limit Limit) {
	t.Helper()
	if rest, err := io.ReadAll(c); err != nil || len(rest) > 0 {
		t.Errorf("read %q, %v", rest, err)
	}
	d := time.Since(since)
	if d < want || d > want+slack+want/looks {
		t.Errorf("closed after %v, want %v and a little", d, want)
	}
	synctest.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	if n := len(s.expired); n == 0 || limit != 0 && s.expired[n-1].Limit != limit || s.expired[n-1].After != want {
		t.Errorf("expired %v, want %v after %v", s.expired, limit, want)
	}
}

// get sends a request and reads the response.
func get(t *testing.T, c net.Conn, request string) string {
	t.Helper()
	go io.WriteString(c, request)
	r, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

const simple = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

func hello(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "hello") }

func TestHTTPKeepAliveIdlesOut(t *testing.T) {
	bubble(t, func(t *testing.T, g *Group) {
		s := serve(t, g, Config{Idle: 10 * time.Second, ReadStall: time.Second}, hello, nil)
		c := s.dial(t)
		for range 5 {
			time.Sleep(9 * time.Second)
			if body := get(t, c, simple); body != "hello" {
				t.Fatal(body)
			}
		}
		s.closedAfter(t, c, time.Now(), 10*time.Second, Idle)
		time.Sleep(time.Second)
		s.mu.Lock()
		defer s.mu.Unlock()
		if got, want := fmt.Sprint(s.states), "[new"+strings.Repeat(" active idle", 5)+" closed]"; got != want {
			t.Errorf("the user's ConnState saw %v, want %v", got, want)
		}
	})
}

// A connection on which nothing comes at all.
func TestHTTPNewConnectionIdlesOut(t *testing.T) {
	bubble(t, func(t *testing.T, g *Group) {
		s := serve(t, g, Config{Idle: 10 * time.Second}, hello, nil)
		s.closedAfter(t, s.dial(t), time.Now(), 10*time.Second, Idle)
	})
}

func TestReq41RequestIsNeverCut(t *testing.T) {
	bubble(t, func(t *testing.T, g *Group) {
		s := serve(t, g, Config{Idle: 2 * time.Second, ReadStall: time.Second, WriteStall: time.Second}, func(w http.ResponseWriter, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			if err != nil {
				t.Error(err)
			}
			time.Sleep(time.Hour)
			if err := r.Context().Err(); err != nil {
				t.Error(err)
			}
			if r.Context().Value(userKey{}) != "kept" || FromContext(r.Context()) == nil {
				t.Error("the context of ConnContext is lost")
			}
			fmt.Fprintf(w, "after an hour: %s", body)
		}, nil)
		c := s.dial(t)
		if body := get(t, c, simple); body != "after an hour: " {
			t.Error(body)
		}
		if body := get(t, c, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc"); body != "after an hour: abc" {
			t.Error(body)
		}
		s.closedAfter(t, c, time.Now(), 2*time.Second, Idle)
	})
}

func TestReq42HalfARequest(t *testing.T) {
	read := func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.ReadAll(r.Body); err == nil {
			t.Error("half a body is read without an error")
		} else if !errors.Is(err, ErrTimeout) || !errors.Is(context.Cause(r.Context()), ErrTimeout) {
			t.Errorf("reading half a body: %v, cause %v", err, context.Cause(r.Context()))
		}
	}
	for _, x := range []struct {
		name, part string
		cfg        Config
		want       time.Duration
		limit      Limit
	}{
		{"header", "GET / HTTP/1.1\r\nHo", Config{Idle: time.Minute, ReadStall: 5 * time.Second}, 5 * time.Second, ReadStall},
		{"one byte", "G", Config{Idle: time.Minute, ReadStall: 5 * time.Second}, 5 * time.Second, ReadStall},
		{"body", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc", Config{Idle: time.Minute, ReadStall: 5 * time.Second}, 5 * time.Second, ReadStall},
		{"no body yet", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n", Config{Idle: time.Minute, ReadStall: 5 * time.Second}, 5 * time.Second, ReadStall},
		{"chunked body", "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n", Config{Idle: time.Minute, ReadStall: 5 * time.Second}, 5 * time.Second, ReadStall},
		{"header, Idle alone", "GET / HTTP/1.1\r\nHo", Config{Idle: 20 * time.Second}, 20 * time.Second, 0},
		{"body, Idle alone", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc", Config{Idle: 20 * time.Second}, 20 * time.Second, ReadStall},
		{"header, no ReadStall", "GET / HTTP/1.1\r\nHo", Config{Idle: 20 * time.Second, ReadStall: -1}, 20 * time.Second, Idle},
	} {
		for _, before := range []int{0, 2} {
			t.Run(fmt.Sprintf("%s after %d", x.name, before), func(t *testing.T) {
				bubble(t, func(t *testing.T, g *Group) {
					s := serve(t, g, x.cfg, func(w http.ResponseWriter, r *http.Request) {
						if r.ContentLength == 0 {
							hello(w, r)
						} else {
							read(w, r)
						}
					}, nil)
					c := s.dial(t)
					for range before {
						get(t, c, simple)
						time.Sleep(x.want / 2)
					}
					io.WriteString(c, x.part)
					s.closedAfter(t, c, time.Now(), x.want, x.limit)
				})
			})
		}
	}
}

// A byte a second is activity. What limits the whole request is the server's own ReadHeaderTimeout, and it works.
func TestHTTPTrickle(t *testing.T) {
	bubble(t, func(t *testing.T, g *Group) {
		s := serve(t, g, Config{Idle: 5 * time.Second, ReadStall: 3 * time.Second}, hello, nil)
		c := s.dial(t)
		go func() {
			for _, b := range []byte(simple) {
				time.Sleep(time.Second)
				c.Write([]byte{b})
			}
		}()
		if body := get(t, c, ""); body != "hello" {
			t.Error(body)
		}
		s.closedAfter(t, c, time.Now(), 5*time.Second, Idle)
	})
	bubble(t, func(t *testing.T, g *Group) {
		s := serve(t, g, Config{Idle: 5 * time.Second, ReadStall: 3 * time.Second}, hello, func(s *site) { s.server.ReadHeaderTimeout = 10 * time.Second })
		c := s.dial(t)
		go func() {
			for range 100 {
				time.Sleep(time.Second)
				if _, err := c.Write([]byte("x")); err != nil {
					return
				}
			}
		}()
		since := time.Now()
		io.ReadAll(c)
		if d := time.Since(since); d < 10*time.Second || d > 11*time.Second {
			t.Errorf("ReadHeaderTimeout came after %v", d)
		}
	})
}

// A peer that does not read its response.
func TestHTTPWriteStall(t *testing.T) {
	bubble(t, func(t *testing.T, g *Group) {
		failed := make(chan error, 1)
		s := serve(t, g, Config{Idle: time.Minute, WriteStall: 10 * time.Second}, func(w http.ResponseWriter, r *http.Request) {
			for {
				if _, err := w.Write(make([]byte, 1<<16)); err != nil {
					failed <- err
					<-r.Context().Done()
					failed <- context.Cause(r.Context())
					return
				}
			}
		}, nil)
		c := s.dial(t)
		since := time.Now()
		io.WriteString(c, simple)
		isTimeout(t, <-failed, WriteStall)
		if d := time.Since(since); d < 10*time.Second || d > 10*time.Second+500*time.Millisecond+slack {
			t.Errorf("after %v", d)
		}
		isTimeout(t, <-failed, WriteStall)
	})
}

func TestHTTPPipelinedRequests(t *testing.T) {
	bubble(t, func(t *testing.T, g *Group) {
		s := serve(t, g, Config{Idle: 10 * time.Second, ReadStall: time.Second}, func(w http.ResponseWriter, r *http.Request) {
			time.Sleep(20 * time.Second)
			hello(w, r)
		}, nil)
		c := s.dial(t)
		go io.WriteString(c, simple+simple+"GET / HT")
		r := bufio.NewReader(c)
		for range 2 {
			resp, err := http.ReadResponse(r, nil)
			if err != nil {
				t.Fatal(err)
			}
			io.Copy(io.Discard, resp.Body)
		}
		s.closedAfter(t, c, time.Now(), 10*time.Second, Idle) // the part had come before the last request was answered
	})
}

func TestHTTPExpectContinue(t *testing.T) {
	bubble(t, func(t *testing.T, g *Group) {
		s := serve(t, g, Config{Idle: 10 * time.Second, ReadStall: 3 * time.Second}, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/no" {
				http.Error(w, "no", http.StatusForbidden)
				return
			}
			body, _ := io.ReadAll(r.Body)
			w.Write(body)
		}, nil)
		tr := &http.Transport{DialContext: s.DialContext, ExpectContinueTimeout: time.Second}
		defer tr.CloseIdleConnections()
		for path, want := range map[string]string{"/yes": "abc", "/no": "no\n"} {
			req, _ := http.NewRequest("POST", "http://x"+path, strings.NewReader("abc"))
			req.Header.Set("Expect", "100-continue")
			resp, err := tr.RoundTrip(req)
			if err != nil {
				t.Fatal(err)
			}
			if body, err := io.ReadAll(resp.Body); string(body) != want || err != nil {
				t.Errorf("%s: %q, %v", path, body, err)
			}
		}
	})
}

// Files of a form that did not fit into memory are removed by the server, from its own Request.
func TestHTTPMultipartFilesAreRemoved(t *testing.T) {
	h := &handler{http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if err := r.ParseMultipartForm(1); err != nil {
			t.Error(err)
		}
	}), new(Listener)}
	g := NewGroup(Options{})
	a, b := net.Pipe()
	defer b.Close()
	c := newConn(a, &Config{ReadStall: time.Hour, Group: g}, h.listener)
	defer c.Close()
	body := "--x\r\nContent-Disposition: form-data; name=\"f\"; filename=\"f\"\r\n\r\nabc\r\n--x--\r\n"
	r, _ := http.NewRequestWithContext(c.Context(), "POST", "/", strings.NewReader(body))
	r.Header.Set("Content-Type", "multipart/form-data; boundary=x")
	was := r.Body
	h.ServeHTTP(nil, r)
	if r.MultipartForm == nil || len(r.MultipartForm.File) != 1 {
		t.Fatal("the server's Request does not know the form")
	}
	if err := r.MultipartForm.RemoveAll(); err != nil {
		t.Error(err)
	}
	if r.Body != was {
		t.Error("the server's Request has another Body")
	}
}

func TestHTTPHijack(t *testing.T) {
	bubble(t, func(t *testing.T, g *Group) {
		ended := make(chan error, 2)
		s := serve(t, g, Config{Idle: 10 * time.Second, ReadStall: 2 * time.Second}, func(w http.ResponseWriter, r *http.Request) {
			c, rw, err := http.NewResponseController(w).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			ic := Of(c)
			if ic == nil || ic != FromContext(r.Context()) {
				t.Error("Of does not find the hijacked connection")
			}
			go func() { // as a WebSocket does: messages in both directions, and silence for as long as Idle allows
				for {
					line, err := rw.ReadString('\n')
					if err == nil && line == "stall\n" {
						ic.SetReadStall(5 * time.Second)
					} else if err == nil {
						_, err = io.WriteString(c, line)
					}
					if err != nil {
						ended <- err
						return
					}
				}
			}()
			time.Sleep(time.Second) // the handler returns later than the connection is used
		}, nil)
		for _, x := range []struct {
			last string
			want time.Duration
			l    Limit
		}{{"hello\n", 10 * time.Second, Idle}, {"stall\n", 5 * time.Second, ReadStall}} {
			c := s.dial(t)
			go io.WriteString(c, "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n")
			r := bufio.NewReader(c)
			for range 5 {
				time.Sleep(9 * time.Second)
				io.WriteString(c, "hello\n")
				if line, err := r.ReadString('\n'); err != nil || line != "hello\n" {
					t.Fatal(line, err)
				}
			}
			if x.last == "stall\n" {
				io.WriteString(c, x.last)
			}
			s.closedAfter(t, c, time.Now(), x.want, x.l)
			isTimeout(t, <-ended, x.l)
		}
	})
}

func TestHTTPShutdownAndIdleTimeout(t *testing.T) {
	t.Run("Shutdown closes what is idle and waits for a request", func(t *testing.T) {
		bubble(t, func(t *testing.T, g *Group) {
			s := serve(t, g, Config{Idle: time.Minute}, func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/slow" {
					time.Sleep(time.Hour)
				}
				hello(w, r)
			}, nil)
			quiet, busy := s.dial(t), s.dial(t)
			get(t, quiet, simple)
			var body string
			var wg sync.WaitGroup
			wg.Go(func() { body = get(t, busy, "GET /slow HTTP/1.1\r\nHost: x\r\n\r\n") })
			time.Sleep(time.Second)
			since := time.Now()
			go io.ReadAll(quiet)
			if err := s.server.Shutdown(context.Background()); err != nil {
				t.Error(err)
			}
			if d := time.Since(since); d < 50*time.Minute {
				t.Errorf("Shutdown took %v", d)
			}
			wg.Wait()
			if body != "hello" {
				t.Error(body)
			}
			synctest.Wait()
			if st := g.Stats(); st.Live != 0 || st.Expired != 0 {
				t.Errorf("%+v", st)
			}
		})
	})
	t.Run("the shorter of Idle and IdleTimeout", func(t *testing.T) {
		bubble(t, func(t *testing.T, g *Group) {
			s := serve(t, g, Config{Idle: 20 * time.Second}, hello, func(s *site) { s.server.IdleTimeout = 5 * time.Second })
			c := s.dial(t)
			get(t, c, simple)
			since := time.Now()
			io.ReadAll(c)
			if d := time.Since(since); d != 5*time.Second {
				t.Errorf("closed after %v", d)
			}
		})
	})
}

func TestHTTPDefaultServeMuxAndTwoListeners(t *testing.T) {
	bubble(t, func(t *testing.T, g *Group) {
		server := &http.Server{}
		a, b := newPipes(), newPipes()
		la := HTTP(server, a, Config{Idle: 5 * time.Second, Group: g})
		lb := HTTP(server, b, Config{Idle: 20 * time.Second, Group: g})
		go server.Serve(la)
		go server.Serve(lb)
		defer server.Close()
		for l, want := range map[*pipes]time.Duration{a: 5 * time.Second, b: 20 * time.Second} {
			c, _ := l.DialContext(context.Background(), "", "")
			if body := get(t, c, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nx"); body != "404 page not found\n" {
				t.Error(body)
			}
			since := time.Now()
			io.ReadAll(c)
			took(t, since, want)
		}
	})
}
