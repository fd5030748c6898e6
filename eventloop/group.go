package eventloop

import (
	"context"
	"time"
)

// This file holds groups: timers, intervals and immediates that are cleared in one
// call. A group is a slice of its members in the order they were added. Those that
// are over are left out when the slice is gone through: each time it has grown to
// twice what was pending, so adding takes constant time on average, and a group
// holds at most as many that are over as are pending, or 16.

// Member is what a Group can clear: *Timer, *Immediate, *FixedTimer, *ContextTimer,
// *AsyncInterval, or a type of the caller's.
type Member interface {
	// Clear cancels it and reports whether it was live.
	Clear() bool
	// Live reports whether it is pending.
	Live() bool
}

// Group is a set of timers, intervals and immediates. The zero value is empty and
// ready to be added to; the functions that make a timer need Loop.NewGroup.
//
// A member that has run for good or was cleared has left the group. One that is
// started again after that is to be added again.
//
// Its methods may be called on the loop only.
type Group struct {
	loop    *Loop
	members []Member
	sweepAt int
}

const smallGroup = 16

// NewGroup makes an empty group.
func (l *Loop) NewGroup() *Group { return &Group{loop: l} }

// Add puts a member into the group. It panics if m is nil.
func (g *Group) Add(m Member) {
	if m == nil {
		misuse("Group.Add of nil")
	}
	if len(g.members) >= max(g.sweepAt, smallGroup) {
		g.sweep()
	}
	g.members = append(g.members, m)
}

// sweep leaves out those that are over.
func (g *Group) sweep() {
	live := g.members[:0]
	for _, m := range g.members {
		if m.Live() {
			live = append(live, m)
		}
	}
	clear(g.members[len(live):])
	g.members, g.sweepAt = live, 2*len(live)
}

// AfterFunc is Loop.AfterFunc for a timer of the group.
func (g *Group) AfterFunc(d time.Duration, f func()) *Timer {
	return add(g, g.loopOrPanic().AfterFunc(d, f))
}

// Every is Loop.Every for an interval of the group.
func (g *Group) Every(d time.Duration, f func()) *Timer {
	return add(g, g.loopOrPanic().Every(d, f))
}

// SetImmediate is Loop.SetImmediate for an immediate of the group.
func (g *Group) SetImmediate(f func()) *Immediate {
	return add(g, g.loopOrPanic().SetImmediate(f))
}

func add[M Member](g *Group, m M) M {
	g.Add(m)
	return m
}

func (g *Group) loopOrPanic() *Loop {
	if g.loop == nil {
		misuse("Group without a loop; use Loop.NewGroup")
	}
	return g.loop
}

// Len is how many members are pending. It goes through the group.
func (g *Group) Len() int {
	g.sweep()
	return len(g.members)
}

// Clear clears all members, in the order they were added, and returns how many of
// them were pending. The group is empty afterwards and may be used again.
func (g *Group) Clear() int {
	members := g.members
	g.members, g.sweepAt = nil, 0
	n := 0
	for _, m := range members {
		if m.Clear() {
			n++
		}
	}
	return n
}

// ClearWhenDone clears the group, once, when ctx is done: the loop does it in its
// next poll phase. What is added later stays. stop takes that back and may be
// called from any goroutine; it reports whether it was in time. It panics if ctx is
// nil.
func (g *Group) ClearWhenDone(ctx context.Context) (stop func() bool) {
	l := g.loopOrPanic()
	if ctx == nil {
		misuse("Group.ClearWhenDone with a nil context")
	}
	return context.AfterFunc(ctx, func() { l.Post(func() { g.Clear() }) })
}
