// Command idleserver is an HTTP server whose connections have limits, and four clients: one that falls silent, one
// that stalls inside a request, one whose request takes longer than the limit, and one that takes over its connection.
// With -listen it only serves.
package main

import (
	"bufio"
	"errors"
	"expvar"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/nodetimers/nodetimers/idle"
)

func main() {
	listen := flag.String("listen", "", "serve on this address, for ever")
	flag.Parse()
	log.SetFlags(0)
	if *listen != "" {
		log.Fatal(serve(*listen))
	}
	if err := run(os.Stdout); err != nil {
		log.Fatal(err)
	}
}

const limit = time.Second

// handler answers, after a while at /slow, or takes the connection over at /echo.
func handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "hello") })
	mux.Handle("/debug/vars", expvar.Handler())
	mux.HandleFunc("/slow", func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(2 * limit)
		io.WriteString(w, "slow, and not cut")
	})
	mux.HandleFunc("/echo", func(w http.ResponseWriter, r *http.Request) {
		c, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		defer c.Close()
		io.WriteString(c, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n")
		io.Copy(c, c) // Idle goes on for the connection's new owner
	})
	return mux
}

// serve is what a server of one's own looks like: two lines about limits, and one to see what they do.
func serve(address string) error {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	server := &http.Server{Handler: handler()}
	limited := idle.HTTP(server, listener, idle.Config{Idle: time.Minute, ReadStall: 10 * time.Second})
	expvar.Publish("idle", limited.Group()) // seen at /debug/vars
	return server.Serve(limited)
}

// run is the same with short limits, and clients.
func run(w io.Writer) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	server := &http.Server{Handler: handler()}
	closed := make(chan *idle.TimeoutError, 1)
	limited := idle.HTTP(server, listener, idle.Config{
		Idle:      limit,
		ReadStall: limit / 2,
		OnExpire:  func(_ *idle.Conn, reason *idle.TimeoutError) { closed <- reason },
	})
	served := make(chan error, 1)
	go func() { served <- server.Serve(limited) }()

	c := client{w: w, address: limited.Addr().String(), closed: closed}
	c.dial("falls silent")
	c.get("/")
	c.get("/")
	c.wait()

	c.dial("stalls inside a request")
	c.get("/")
	c.write("GET / HTTP/1.1\r\nHo")
	c.wait()

	c.dial("asks for something slow")
	c.get("/slow")
	c.wait()

	c.dial("takes the connection over")
	c.write("GET /echo HTTP/1.1\r\nHost: example\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n")
	c.response()
	for range 3 {
		time.Sleep(limit / 3)
		c.write("ping\n")
		line, err := c.r.ReadString('\n')
		c.fail(err)
		fmt.Fprintf(w, "  echo: %s", line)
	}
	c.wait()

	stats := limited.Group().Stats()
	fmt.Fprintf(w, "connections: %d live, %d expired\n", stats.Live, stats.Expired)
	server.Close()
	if err := <-served; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return c.err
}

// client speaks HTTP by hand, because it does what a good client does not. It keeps the first error.
type client struct {
	w       io.Writer
	address string
	closed  chan *idle.TimeoutError
	conn    net.Conn
	r       *bufio.Reader
	err     error
}

func (c *client) fail(err error) {
	if c.err == nil {
		c.err = err
	}
}

func (c *client) dial(what string) {
	fmt.Fprintf(c.w, "a client that %s\n", what)
	if c.conn != nil {
		c.conn.Close()
	}
	conn, err := net.Dial("tcp", c.address)
	if err != nil {
		c.fail(err)
		conn, _ = net.Pipe()
	}
	c.conn, c.r = conn, bufio.NewReader(conn)
}

func (c *client) write(text string) {
	_, err := io.WriteString(c.conn, text)
	c.fail(err)
}

func (c *client) get(path string) {
	c.write("GET " + path + " HTTP/1.1\r\nHost: example\r\n\r\n")
	fmt.Fprintf(c.w, "  %s: %s\n", path, c.response())
}

func (c *client) response() string {
	resp, err := http.ReadResponse(c.r, nil)
	if err != nil {
		c.fail(err)
		return err.Error()
	}
	body, err := io.ReadAll(resp.Body)
	c.fail(err)
	return string(body)
}

// wait waits for the server to close the connection, and says why it did.
func (c *client) wait() {
	if _, err := c.r.ReadByte(); err != io.EOF {
		c.fail(fmt.Errorf("the connection ended with %v", err))
	}
	fmt.Fprintf(c.w, "  closed by the server: %v\n", <-c.closed)
}
