package idle

import (
	"sync/atomic"
	"time"
)

// This file changes a connection's limits while it is in use. Each has a setting here, for messages and for the looks of
// writing.go, and an entry in the group, which applies it.

// limits are what was set, as time.Duration.
type limits struct{ idle, read, write atomic.Int64 }

// SetIdle changes the limit Config.Idle of this connection, at once; time that has passed counts. The others stay, but
// for a WriteStall that follows it.
func (c *Conn) SetIdle(d time.Duration) {
	c.limits.idle.Store(int64(max(d, 0)))
	c.idle.SetLimit(d)
	c.writing.changed(c)
}

// SetReadStall changes the limit Config.ReadStall of this connection, at once; 0 is none. If it had none since it was
// made, a Read that waits already is not limited, the next is. A connection that was hijacked from an http.Server has
// none until it is set here.
func (c *Conn) SetReadStall(d time.Duration) {
	if r := c.read.Load(); r != nil {
		c.limits.read.Store(int64(d))
		r.SetLimit(d)
		if c.phase.CompareAndSwap(phaseHijacked, phasePlain) {
			r.release()
		}
		return
	}
	c.limitReads(d)
	c.phase.CompareAndSwap(phaseHijacked, phasePlain)
}

// SetWriteStall changes the limit Config.WriteStall of this connection, at once.
func (c *Conn) SetWriteStall(d time.Duration) {
	c.limits.write.Store(int64(d))
	c.writing.changed(c)
}

// limitReads makes the entry for reads. It is held while no Read waits and, for an http.Server, once more while no
// request is on its way.
func (c *Conn) limitReads(d time.Duration) {
	if d <= 0 {
		return
	}
	c.limits.read.Store(int64(d))
	r := new(Entry)
	c.idle.group.Add(r, (*readEnd)(c), 0)
	r.Hold()
	if c.phase.Load() != phasePlain && c.phase.Load() != phaseHijacked {
		r.Hold()
	}
	r.SetLimit(d)
	if !c.read.CompareAndSwap(nil, r) {
		r.Stop()
		c.read.Load().SetLimit(d)
	} else if c.end.Load() != nil {
		r.Stop()
	}
}
