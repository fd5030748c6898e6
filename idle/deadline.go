package idle

import (
	"sync"
	"sync/atomic"
	"time"
)

// This file passes the deadlines on that a program sets itself. They work as they do without limits: the call that
// waits returns os.ErrDeadlineExceeded, and the connection stays open.
//
// Clearing a deadline that is not set is not passed on. net/http clears both deadlines several times for each request,
// and each time would be a lock and an update of a timer; what this saves is more than all that a Conn adds.

// deadlines remembers which of the two are set. Setting and clearing are in a lock, so that the last to come is what is
// remembered; that nothing is set is read without.
type deadlines struct {
	mu          sync.Mutex
	read, write atomic.Bool
}

// SetDeadline sets both deadlines, as net.Conn says.
func (c *Conn) SetDeadline(t time.Time) error {
	d := &c.deadline
	if t.IsZero() && !d.read.Load() && !d.write.Load() && c.end.Load() == nil {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	err := c.inner.SetDeadline(t)
	d.read.Store(!t.IsZero())
	d.write.Store(!t.IsZero())
	return err
}

// SetReadDeadline sets the deadline of reads, as net.Conn says.
func (c *Conn) SetReadDeadline(t time.Time) error {
	return c.setDeadline(&c.deadline.read, t, c.inner.SetReadDeadline)
}

// SetWriteDeadline sets the deadline of writes, as net.Conn says.
func (c *Conn) SetWriteDeadline(t time.Time) error {
	return c.setDeadline(&c.deadline.write, t, c.inner.SetWriteDeadline)
}

func (c *Conn) setDeadline(set *atomic.Bool, t time.Time, inner func(time.Time) error) error {
	if t.IsZero() && !set.Load() && c.end.Load() == nil {
		return nil
	}
	c.deadline.mu.Lock()
	defer c.deadline.mu.Unlock()
	err := inner(t)
	set.Store(!t.IsZero())
	return err
}
