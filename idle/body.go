package idle

import (
	"io"
	"net/http"
	"sync"
	"time"
)

// This file puts ReadStall on bodies of requests: it counts while a handler waits in Body.Read, and not while it works. A
// request without a body costs one comparison; one with a body a copy of the Request, because the server compares the
// Body in its own with what it had put there.

// handler is the server's handler.
type handler struct {
	next     http.Handler
	listener *Listener
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	next := h.next
	if next == nil {
		next = http.DefaultServeMux
	}
	if r.Body == nil || r.Body == http.NoBody {
		next.ServeHTTP(w, r)
		return
	}
	c := FromContext(r.Context())
	if c == nil || c.listener != h.listener || c.read.Load() == nil {
		next.ServeHTTP(w, r)
		return
	}
	r2 := r.WithContext(r.Context())
	defer func() { r.MultipartForm = r2.MultipartForm }() // whose files the server removes
	if r.ProtoMajor < 2 {
		r2.Body = &body{r.Body, c}
		next.ServeHTTP(w, r2)
		return
	}
	s := &stream{ReadCloser: r.Body, control: http.NewResponseController(w)}
	limit := time.Duration(c.limits.read.Load())
	c.idle.group.Add(&s.entry, s, 0)
	s.entry.Hold()
	s.entry.SetLimit(limit)
	defer s.done()
	s.limit = limit
	r2.Body = s
	next.ServeHTTP(w, r2)
}

// body is that of HTTP/1: the connection reads for nobody else meanwhile.
type body struct {
	io.ReadCloser
	c *Conn
}

func (b *body) Read(p []byte) (int, error) {
	r := b.c.read.Load()
	waits := r.release()
	n, err := b.ReadCloser.Read(p)
	if waits {
		r.Hold()
	}
	if err != nil && err != io.EOF {
		err = b.c.failure(err)
	}
	return n, err
}

// stream is a body of HTTP/2. Others share its connection, so it has an entry of its own, and what ends is the
// reading of this body, not the connection.
type stream struct {
	io.ReadCloser
	entry   Entry
	limit   time.Duration
	control *http.ResponseController

	mu   sync.Mutex
	over bool // the handler has returned, and control must not be used
}

func (s *stream) Read(p []byte) (int, error) {
	waits := s.entry.release()
	n, err := s.ReadCloser.Read(p)
	if waits && !s.entry.Hold() && err != nil && err != io.EOF && s.entry.Expired() {
		err = &TimeoutError{ReadStall, s.limit}
	}
	return n, err
}

// Expire ends the reading.
func (s *stream) Expire(*Entry) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.over {
		s.control.SetReadDeadline(time.Unix(1, 0))
	}
}

func (s *stream) done() {
	s.entry.Stop()
	s.mu.Lock()
	s.over = true
	s.mu.Unlock()
}
