package eventloop

import "slices"

// This file holds Immediates and their phase. The queue is a slice that is
// taken as a whole when the phase begins, so that immediates queued while it
// runs wait for the next turn. A cleared immediate leaves a hole that is
// skipped; holes at the end of the slice are cut off, so that setting and
// clearing in turn needs no room. Each operation takes constant time.

// ImmediateHandler is what a caller-owned Immediate calls.
type ImmediateHandler interface {
	// RunImmediate is called on the loop. im is not queued at that moment and
	// may be set again.
	RunImmediate(im *Immediate)
}

// Immediate is a callback queued for the immediates phase. It is either made by
// Loop.SetImmediate, or embedded in a struct of the caller's, given its loop and
// handler once by Init, and set again and again without allocating. It must not
// be copied while it is queued. Its methods may be called on the loop only.
type Immediate struct {
	loop *Loop
	h    ImmediateHandler
	pos  uint64 // place in the queue, counted from the first immediate ever, << flagBits | flags
}

// funcImmediate lets a plain function be a handler without an allocation.
type funcImmediate func()

func (f funcImmediate) RunImmediate(*Immediate) { f() }

// SetImmediate calls f in the next immediates phase, as setImmediate does: set
// during that phase, it waits for the next turn. It panics if f is nil. One
// allocation.
func (l *Loop) SetImmediate(f func()) *Immediate {
	if f == nil {
		misuse("SetImmediate with a nil function")
	}
	im := &Immediate{loop: l, h: funcImmediate(f)}
	im.Set()
	return im
}

// Init gives im its loop and what to call. It panics if one of them is nil, and on
// an immediate that is queued.
func (im *Immediate) Init(l *Loop, h ImmediateHandler) {
	if l == nil || h == nil {
		misuse("Immediate.Init with a nil loop or handler")
	}
	if im.pos&flagLive != 0 {
		misuse("Immediate.Init on a queued immediate")
	}
	*im = Immediate{loop: l, h: h}
}

// InitHosted is Init for the callbacks of a JavaScript engine: RunImmediate is
// called inside the frame of the loop's Host. Without a Host it is Init.
func (im *Immediate) InitHosted(l *Loop, h ImmediateHandler) {
	im.Init(l, h)
	if l.host != nil {
		im.pos |= flagHosted
	}
}

// Set queues im for the next immediates phase. It does nothing when im is
// queued already.
func (im *Immediate) Set() {
	if im.loop == nil {
		misuse("Immediate used before Init")
	}
	if im.pos&flagLive != 0 {
		return
	}
	q := &im.loop.queue
	im.pos = im.pos&(1<<flagBits-1) | flagLive | q.next()<<flagBits
	if len(q.waiting) == cap(q.waiting) {
		q.waiting = slices.Grow(q.waiting, max(16, len(q.waiting)))
	}
	q.waiting = append(q.waiting, im)
	q.live++
	if im.pos&flagUnref == 0 {
		q.refd++
	}
	if h := im.loop.hooks; h != nil {
		h.set(KindImmediate, im)
	}
}

// Clear takes im out of the queue and reports whether it was in it. Clearing
// twice, in its own callback or after it ran is harmless.
func (im *Immediate) Clear() bool {
	if im.pos&flagLive == 0 {
		return false
	}
	q := &im.loop.queue
	q.remove(im.pos >> flagBits)
	q.leave(im)
	if h := im.loop.hooks; h != nil {
		h.cleared(KindImmediate, im)
	}
	return true
}

// Ref lets im keep the loop alive again; a new immediate does. It returns im.
func (im *Immediate) Ref() *Immediate {
	if im.pos&flagUnref != 0 {
		im.pos &^= flagUnref
		if im.pos&flagLive != 0 {
			im.loop.queue.refd++
		}
	}
	return im
}

// Unref lets the loop end although im is queued, and lets the loop wait for
// timers with im queued. It returns im.
func (im *Immediate) Unref() *Immediate {
	if im.pos&flagUnref == 0 {
		im.pos |= flagUnref
		if im.pos&flagLive != 0 {
			im.loop.queue.refd--
		}
	}
	return im
}

// HasRef reports whether im keeps the loop alive while it is queued.
func (im *Immediate) HasRef() bool { return im.pos&flagUnref == 0 }

// Live reports whether im is queued.
func (im *Immediate) Live() bool { return im.pos&flagLive != 0 }

// Handler is what Init gave im. For engine bindings.
func (im *Immediate) Handler() ImmediateHandler { return im.h }

// Older and Newer are the queued neighbours of im: those set just before and
// just after it, nil at the ends. The cost grows with the number of cleared
// immediates between them. For engine bindings.
func (im *Immediate) Older() *Immediate { return im.neighbour(-1) }

// Newer is the queued immediate set just after im.
func (im *Immediate) Newer() *Immediate { return im.neighbour(1) }

func (im *Immediate) neighbour(step int) *Immediate {
	if im.pos&flagLive == 0 {
		return nil
	}
	s, i := im.loop.queue.find(im.pos >> flagBits)
	for i += step; i >= 0 && i < len(s); i += step {
		if s[i] != nil {
			return s[i]
		}
	}
	return nil
}

// Immediates calls yield for each queued immediate in the order they will run,
// until yield returns false; for im := range loop.Immediates works.
func (l *Loop) Immediates(yield func(*Immediate) bool) {
	for _, s := range [][]*Immediate{l.queue.running[l.queue.at:], l.queue.waiting} {
		for _, im := range s {
			if im != nil && !yield(im) {
				return
			}
		}
	}
}

// immediateQueue holds two runs of consecutive places: running, those of the
// phase, from at on still to come; and waiting, those queued since.
type immediateQueue struct {
	running, waiting []*Immediate
	at               int
	taken            bool   // the phase has taken its queue
	first            uint64 // the place of waiting[0]; running ends where waiting begins
	live, refd       int
}

func (q *immediateQueue) next() uint64 { return q.first + uint64(len(q.waiting)) }

// find gives the slice that has a place, and the index there.
func (q *immediateQueue) find(place uint64) ([]*Immediate, int) {
	if place >= q.first {
		return q.waiting, int(place - q.first)
	}
	return q.running, len(q.running) - int(q.first-place)
}

func (q *immediateQueue) remove(place uint64) {
	s, i := q.find(place)
	s[i] = nil
	if place < q.first {
		return // the end of running marks where waiting begins
	}
	n := len(s)
	for n > 0 && s[n-1] == nil {
		n--
	}
	q.waiting = s[:n]
}

func (q *immediateQueue) leave(im *Immediate) {
	im.pos &^= flagLive
	q.live--
	if im.pos&flagUnref == 0 {
		q.refd--
	}
}

// take begins a phase.
func (q *immediateQueue) take() {
	q.first = q.next()
	q.running, q.waiting = q.waiting, q.running[:0]
	q.at, q.taken = 0, true
}

// peek is the next immediate of the phase, or nil at its end.
func (q *immediateQueue) peek() *Immediate {
	for q.at < len(q.running) {
		if im := q.running[q.at]; im != nil {
			return im
		}
		q.at++
	}
	return nil
}

// done ends a phase: running is empty and its array is kept for the next swap.
func (q *immediateQueue) done() {
	q.running, q.at, q.taken = q.running[:0], 0, false
}

// trim gives back arrays that grew in a burst.
func (q *immediateQueue) trim() {
	if q.live == 0 && max(cap(q.running), cap(q.waiting)) > keep {
		q.running, q.waiting, q.at = nil, nil, 0
	}
}

// runImmediates is the immediates phase: processImmediate of Node. One that was
// left in the middle, by a stop or a panic, goes on where it was.
func (l *Loop) runImmediates(here side) bool {
	q := &l.queue
	if !q.taken {
		q.take()
		if len(q.running) == 0 && l.leftovers() {
			l.drain = drainDue // Node has an empty immediate here, see mayWait
		}
	}
	for !l.halt.Load() {
		if l.drain != drained {
			if l.drain == drainThrew {
				l.drain = l.afterThrow(here)
			} else if !l.drainOn(here) {
				return false
			}
			continue
		}
		im := q.peek()
		if im == nil {
			q.done()
			return true
		}
		if l.host != nil && (im.pos&flagHosted != 0) != (here == inside) {
			return false
		}
		q.running[q.at] = nil
		q.at++
		q.leave(im)
		hooked := l.hooks != nil
		if hooked {
			l.before(KindImmediate, im)
		}
		l.doing = doingImmediate
		im.h.RunImmediate(im)
		l.doing = idle
		if hooked {
			l.after()
		}
		if l.host != nil {
			l.drain = drainDue
		}
	}
	return false
}

// afterThrow follows an immediate that threw: Node runs the next one at once, and
// if there is none in this phase, those that were queued since. It is drained
// first if that one belongs to another side, where it cannot follow at once.
func (l *Loop) afterThrow(here side) drainState {
	q := &l.queue
	im := q.peek()
	if im == nil && len(q.waiting) > 0 {
		q.take()
		im = q.peek()
	}
	if im == nil || (im.pos&flagHosted != 0) != (here == inside) {
		return drainDue
	}
	return drained
}
