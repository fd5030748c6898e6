package idle

import (
	"crypto/tls"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// Tests of HTTP/2 and of clients.

// h2 is a client that speaks HTTP/2 with s, with TLS or without.
func (s *site) h2(t *testing.T, clear bool) *http.Client {
	tr := &http.Transport{DialContext: s.DialContext, TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, Protocols: new(http.Protocols)}
	tr.Protocols.SetHTTP2(!clear)
	tr.Protocols.SetUnencryptedHTTP2(clear)
	t.Cleanup(tr.CloseIdleConnections)
	return &http.Client{Transport: tr}
}

func TestHTTP2(t *testing.T) {
	for _, clear := range []bool{false, true} {
		scheme := map[bool]string{false: "https", true: "http"}[clear]
		t.Run(scheme, func(t *testing.T) {
			bubble(t, func(t *testing.T, g *Group) {
				stalled := make(chan error, 1)
				s := serve(t, g, Config{Idle: 10 * time.Second, ReadStall: 2 * time.Second}, func(w http.ResponseWriter, r *http.Request) {
					if r.ProtoMajor != 2 {
						t.Error(r.Proto)
					}
					switch r.URL.Path {
					case "/slow":
						time.Sleep(time.Minute)
					case "/stall":
						_, err := io.ReadAll(r.Body)
						stalled <- err
						http.Error(w, "stalled", http.StatusRequestTimeout)
						return
					case "/body":
						io.ReadAll(r.Body)
						time.Sleep(time.Minute)
					}
					hello(w, r)
				}, func(s *site) {
					s.server.Protocols = new(http.Protocols)
					s.server.Protocols.SetHTTP2(!clear)
					s.server.Protocols.SetUnencryptedHTTP2(clear)
					if !clear {
						s.server.TLSConfig = serverTLS(t)
					}
				})
				client := s.h2(t, clear)
				get := func(method, path string, body io.Reader, want string) {
					t.Helper()
					req, _ := http.NewRequest(method, scheme+"://x"+path, body)
					resp, err := client.Do(req)
					if err != nil {
						t.Errorf("%s: %v", path, err)
						return
					}
					defer resp.Body.Close()
					if text, err := io.ReadAll(resp.Body); string(text) != want || err != nil {
						t.Errorf("%s: %q, %v", path, text, err)
					}
				}
				for range 3 { // longer than ReadStall apart, on one connection
					get("GET", "/", nil, "hello")
					time.Sleep(8 * time.Second)
				}
				get("GET", "/slow", nil, "hello")
				get("POST", "/body", strings.NewReader("abc"), "hello")

				// A request that stalls is ended, the one beside it is not.
				var wg sync.WaitGroup
				wg.Go(func() { get("GET", "/slow", nil, "hello") })
				r, w := io.Pipe()
				go w.Write([]byte("abc"))
				since := time.Now()
				wg.Go(func() { get("POST", "/stall", r, "stalled\n") })
				isTimeout(t, <-stalled, ReadStall)
				took(t, since, 2*time.Second)
				wg.Wait()
				w.Close()

				s.mu.Lock()
				if n := strings.Count(fmt.Sprint(s.states), "new"); n != 1 || len(s.expired) != 0 {
					t.Errorf("%d connections, %v", n, s.expired)
				}
				s.mu.Unlock()
				time.Sleep(10*time.Second + 2*slack)
				synctest.Wait()
				s.mu.Lock()
				if len(s.expired) != 1 || s.expired[0].Limit != Idle {
					t.Errorf("expired %v, want one that was idle", s.expired)
				}
				s.mu.Unlock()

				// Frames that belong to no request are activity, and no part of a request that stalls.
				client = s.h2(t, clear)
				client.Transport.(*http.Transport).HTTP2 = &http.HTTP2Config{SendPingTimeout: 7 * time.Second}
				get("GET", "/", nil, "hello")
				time.Sleep(time.Minute)
				s.mu.Lock()
				if len(s.expired) != 1 {
					t.Errorf("expired %v between pings", s.expired[1:])
				}
				s.mu.Unlock()
			})
		})
	}
}

// A peer that begins a TLS handshake and stalls.
func TestReq42HalfAHandshake(t *testing.T) {
	bubble(t, func(t *testing.T, g *Group) {
		s := serve(t, g, Config{Idle: time.Minute, ReadStall: 5 * time.Second}, hello, func(s *site) { s.server.TLSConfig = serverTLS(t) })
		c := s.dial(t)
		c.Write([]byte{22, 3, 1, 2, 0, 1}) // the head of a record, and the first byte of its 512
		s.closedAfter(t, c, time.Now(), 5*time.Second, ReadStall)
	})
}

func TestHTTPSKeepAliveIdlesOut(t *testing.T) {
	bubble(t, func(t *testing.T, g *Group) {
		s := serve(t, g, Config{Idle: 10 * time.Second, ReadStall: 2 * time.Second}, hello, func(s *site) { s.server.TLSConfig = serverTLS(t) })
		tr := &http.Transport{DialContext: s.DialContext, TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, Protocols: new(http.Protocols)}
		tr.Protocols.SetHTTP1(true)
		for range 3 {
			resp, err := (&http.Client{Transport: tr}).Post("https://x/", "", strings.NewReader("abc"))
			if err != nil {
				t.Fatal(err)
			}
			if resp.ProtoMajor != 1 {
				t.Error(resp.Proto)
			}
			io.Copy(io.Discard, resp.Body)
			resp.Body.Close()
			time.Sleep(8 * time.Second)
		}
		time.Sleep(2*time.Second + slack)
		synctest.Wait()
		s.mu.Lock()
		defer s.mu.Unlock()
		if got := fmt.Sprint(s.states); got != "[new active idle active idle active idle closed]" {
			t.Error(got)
		}
		if len(s.expired) != 1 || s.expired[0].Limit != Idle {
			t.Errorf("expired %v", s.expired)
		}
	})
}

// A client whose server never answers, and one that keeps a connection too long.
func TestClient(t *testing.T) {
	bubble(t, func(t *testing.T, g *Group) {
		l := newPipes()
		server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/never" {
				<-r.Context().Done()
			}
			hello(w, r)
		})}
		go server.Serve(l)
		defer server.Close()
		d := &Dialer{Config: Config{Idle: 5 * time.Second, Group: g}, Dial: l.DialContext}
		tr := &http.Transport{DialContext: d.DialContext}
		client := &http.Client{Transport: tr}
		resp, err := client.Get("http://x/")
		if err != nil {
			t.Fatal(err)
		}
		io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
		time.Sleep(5*time.Second + slack)
		synctest.Wait()
		if s := g.Stats(); s.Live != 0 || s.Expired != 1 {
			t.Errorf("%+v", s)
		}
		since := time.Now()
		_, err = client.Get("http://x/never")
		took(t, since, 5*time.Second)
		isTimeout(t, err, Idle)
		if d.Group() != g || new(Dialer).Group() == nil {
			t.Error("Group")
		}
	})
}
