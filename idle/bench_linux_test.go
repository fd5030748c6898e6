package idle

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"
)

// cpu is the processor time of the process until now.
func cpu(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// perCall is a connection that sets a deadline, or a timer, at each read and write, as programs do.
type perCall struct {
	net.Conn
	timer *time.Timer
}

func (c *perCall) Read(p []byte) (int, error) {
	if c.timer != nil {
		c.timer.Reset(time.Minute)
	} else {
		c.SetReadDeadline(time.Now().Add(time.Minute))
	}
	return c.Conn.Read(p)
}

func (c *perCall) Write(p []byte) (int, error) {
	if c.timer != nil {
		c.timer.Reset(time.Minute)
	} else {
		c.SetWriteDeadline(time.Now().Add(time.Minute))
	}
	return c.Conn.Write(p)
}

// BenchmarkEcho is a round of 32 bytes over loopback, client and server in this process, of which only the server has
// limits. cpu-ns/op is processor time of both.
func BenchmarkEcho(b *testing.B) {
	for _, conns := range []int{1, 64} {
		for _, how := range []string{"none", "idle", "all", "deadline", "reset"} {
			b.Run(fmt.Sprintf("how=%s/conns=%d", how, conns), func(b *testing.B) {
				l, err := net.Listen("tcp", "127.0.0.1:0")
				if err != nil {
					b.Fatal(err)
				}
				defer l.Close()
				g := NewGroup(Options{})
				var wg sync.WaitGroup
				wg.Go(func() {
					for {
						c, err := l.Accept()
						if err != nil {
							return
						}
						switch how {
						case "idle":
							c = NewConn(c, Config{Idle: time.Minute, Group: g})
						case "all":
							c = NewConn(c, Config{Idle: time.Minute, ReadStall: time.Minute, WriteStall: time.Minute, Group: g})
						case "deadline":
							c = &perCall{Conn: c}
						case "reset":
							c = &perCall{c, time.AfterFunc(time.Minute, func() {})}
						}
						wg.Go(func() {
							defer c.Close()
							p := make([]byte, 64)
							for {
								n, err := c.Read(p)
								if err != nil {
									return
								}
								if _, err := c.Write(p[:n]); err != nil {
									return
								}
							}
						})
					}
				})
				clients := make([]net.Conn, conns)
				for i := range clients {
					if clients[i], err = net.Dial("tcp", l.Addr().String()); err != nil {
						b.Fatal(err)
					}
				}
				began := cpu(b)
				shares(b, conns, conns, func(i, _, n int) {
					p := make([]byte, 32)
					for range n {
						if _, err := clients[i].Write(p); err != nil {
							b.Error(err)
						}
						if _, err := io.ReadFull(clients[i], p); err != nil {
							b.Error(err)
						}
					}
				})
				b.ReportMetric(float64(cpu(b)-began)/float64(b.N), "cpu-ns/op")
				for _, c := range clients {
					c.Close()
				}
				l.Close()
				wg.Wait()
			})
		}
	}
}

// BenchmarkHTTP is a request over a keep-alive connection to an http.Server, beside the same without limits: bursts of 50
// requests on either, in alternating order, short enough to be done within one slice of a busy processor. An operation is
// a pair of bursts. ratio is the median of the pairs' ratios, low and high are their quartiles, ns/request is that of
// the tenth of the bursts that were fastest. Client and server are in this process. internal/httpcpu is the same
// question to wrk.
func BenchmarkHTTP(b *testing.B) {
	const burst = 50
	for _, how := range []string{"none", "idle", "bare", "server"} {
		b.Run("how="+how, func(b *testing.B) {
			base, with := newBenchSite(b, "none"), newBenchSite(b, how)
			base.requests(b, 1000)
			with.requests(b, 1000)
			var ratios, times []float64
			for i := range b.N {
				var t [2]time.Duration
				for j := range 2 {
					k := (i + j) % 2
					began := time.Now()
					[]*benchSite{base, with}[k].requests(b, burst)
					t[k] = time.Since(began)
				}
				ratios = append(ratios, float64(t[1])/float64(t[0]))
				times = append(times, float64(t[1])/burst)
			}
			slices.Sort(ratios)
			slices.Sort(times)
			b.ReportMetric(ratios[len(ratios)/2], "ratio")
			b.ReportMetric(ratios[len(ratios)/4], "low")
			b.ReportMetric(ratios[len(ratios)*3/4], "high")
			b.ReportMetric(times[len(times)/10], "ns/request")
		})
	}
}

// benchSite is a server and a connection to it.
type benchSite struct {
	c net.Conn
	r *bufio.Reader
	p []byte
}

func newBenchSite(b *testing.B, how string) *benchSite {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "hello, world") })}
	switch how {
	case "idle":
		l = HTTP(server, l, Config{Idle: time.Minute})
	case "bare":
		l = HTTP(server, l, Config{Idle: time.Minute, ReadStall: -1, WriteStall: -1})
	case "server":
		server.IdleTimeout, server.ReadTimeout, server.WriteTimeout = time.Minute, time.Minute, time.Minute
	}
	go server.Serve(l)
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { c.Close(); server.Close() })
	s := &benchSite{c: c, r: bufio.NewReader(c)}
	io.WriteString(c, simple)
	resp, err := http.ReadResponse(s.r, nil)
	if err != nil {
		b.Fatal(err)
	}
	n, _ := io.Copy(io.Discard, resp.Body)
	var head int64
	for name, values := range resp.Header {
		head += int64(len(name) + len(": ") + len(values[0]) + len("\r\n"))
	}
	s.p = make([]byte, int64(len("HTTP/1.1 200 OK\r\n"))+head+int64(len("\r\n"))+n)
	return s
}

var simpleBytes = []byte(simple)

// requests makes n of them, whose responses are all of one length.
func (s *benchSite) requests(b *testing.B, n int) {
	for range n {
		if _, err := s.c.Write(simpleBytes); err != nil {
			b.Fatal(err)
		}
		if _, err := io.ReadFull(s.r, s.p); err != nil {
			b.Fatal(err)
		}
	}
}
