package idle

import (
	"io"
	"net"
	"os"
	"syscall"
)

// This file keeps sendfile and splice. io.Copy to a TCP connection lets the kernel move the bytes if the source is a file
// or a socket, and so does io.Copy from one; a wrapper that knows only Read and Write would lose that, and would make
// every static file cost a copy.
//
// The kernel moves a chunk, then this package has the word and notes activity. A chunk may take long, from a slow source
// or to a slow peer; then the looks of writing.go see the bytes move in the sockets' own counters. Where sockets have
// none, only regular files are left to the kernel: a chunk of a file waits for nothing but the peer.

// chunk is how much the kernel moves in one go: 1 MB costs a fast peer nothing, and is what a peer has to take within
// its limit where sockets have no counters.
const chunk = 1 << 20

// ReadFrom copies from r until its end, as io.Copy to a TCP connection does. What moves counts as activity.
func (c *Conn) ReadFrom(r io.Reader) (int64, error) {
	to, ok := c.inner.(io.ReaderFrom)
	if !ok {
		return io.Copy(writer{c}, r)
	}
	left := int64(1<<63 - 1)
	limited, isLimited := r.(*io.LimitedReader)
	if isLimited {
		r, left = limited.R, limited.N
	}
	var from *Conn
	switch x := r.(type) {
	case *Conn:
		from = x
	case reader:
		from = x.c
	}
	switch {
	case from != nil:
		if !splices(from.inner, c.inner) {
			return c.copyFrom(limited, r)
		}
		r = from.inner
	case !kernelReads(r, c.inner):
		return c.copyFrom(limited, r)
	}
	n, err := transfer(to, r, left, from, c)
	if isLimited {
		limited.N -= n
	}
	return n, c.failed(err)
}

// copyFrom is ReadFrom without the kernel's help.
func (c *Conn) copyFrom(limited *io.LimitedReader, r io.Reader) (int64, error) {
	if x, ok := r.(*Conn); ok {
		r = reader{x}
	}
	if limited == nil {
		return io.Copy(writer{c}, r)
	}
	whole := limited.R
	limited.R = r
	n, err := io.Copy(writer{c}, limited)
	limited.R = whole
	return n, err
}

// WriteTo copies to w until the peer has closed its half, as io.Copy from a TCP connection does. What moves counts as
// activity.
func (c *Conn) WriteTo(w io.Writer) (int64, error) {
	switch x := w.(type) {
	case *Conn:
		return x.ReadFrom(c)
	case *net.TCPConn:
		if splices(c.inner, x) {
			n, err := transfer(x, c.inner, 1<<63-1, c, nil)
			return n, c.failed(err)
		}
	case *net.UnixConn:
		if from, ok := c.inner.(*net.TCPConn); ok && counts(from) {
			c.writing.beginReading(c)
			n, err := from.WriteTo(x)
			c.writing.doneReading(c)
			return n, c.failed(err)
		}
	}
	return io.Copy(w, reader{c})
}

func (c *Conn) failed(err error) error {
	if err != nil {
		return c.failure(err)
	}
	return nil
}

// splices says whether the kernel moves bytes between these two, and tells how many.
func splices(from, to net.Conn) bool {
	_, ok1 := from.(*net.TCPConn)
	_, ok2 := to.(*net.TCPConn)
	return ok1 && ok2 && counts(to)
}

// kernelReads says whether r is something that the kernel may read from by itself.
func kernelReads(r io.Reader, to net.Conn) bool {
	if _, ok := r.(syscall.Conn); !ok {
		return false
	}
	if counts(to) {
		return true
	}
	f, ok := r.(interface{ Stat() (os.FileInfo, error) })
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode().IsRegular()
}

// transfer lets the kernel move up to left bytes, in chunks. from and c are the connections with limits at either end,
// nil if that end is none.
func transfer(to io.ReaderFrom, r io.Reader, left int64, from, c *Conn) (total int64, err error) {
	if from != nil {
		from.writing.beginReading(from)
		defer from.writing.doneReading(from)
	}
	if c != nil {
		c.writing.begin(c)
		defer c.writing.done()
	}
	for left > 0 {
		part := io.LimitedReader{R: r, N: min(left, chunk)}
		n, err := to.ReadFrom(&part)
		total += n
		left -= n
		if n > 0 {
			if from != nil {
				from.idle.Touch()
			}
			if c != nil {
				c.idle.Touch()
				c.writing.moved()
			}
		}
		if err != nil {
			if from != nil {
				err = from.failure(err)
			}
			return total, err
		}
		if part.N > 0 {
			return total, nil // the end of r
		}
	}
	return total, nil
}

// beginReading is begin for a transfer that reads from c.
func (w *writing) beginReading(c *Conn) {
	if r := c.read.Load(); r != nil {
		r.release()
	}
	w.reads.Add(1)
	w.moved()
	if !w.looking.Load() {
		w.look(c)
	}
}

func (w *writing) doneReading(c *Conn) {
	w.reads.Add(-1)
	if r := c.read.Load(); r != nil {
		r.Hold()
	}
}

// writer is a connection of which only Write is known, so that io.Copy uses it.
type writer struct{ c *Conn }

func (x writer) Write(p []byte) (int, error) { return x.c.Write(p) }

// reader is one of which only Read is known; ReadFrom of a Conn knows it again, as when io.Copy hands it to an
// http.ResponseWriter that hands it to its connection.
type reader struct{ c *Conn }

func (x reader) Read(p []byte) (int, error) { return x.c.Read(p) }

var (
	_ io.ReaderFrom = (*Conn)(nil)
	_ io.WriterTo   = (*Conn)(nil)
	_ syscall.Conn  = (*Conn)(nil)
	_ net.Conn      = (*Conn)(nil)
)
