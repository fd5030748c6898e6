package native

import (
	"fmt"
	"slices"
)

// This file is the twin of timers/priority-queue.js: the same operations, drawn by the
// same generator, on the same two structures. heap is a binary heap that can raise its
// head, list a slice sorted from the last to the first. There is no difference
// between the convenient and the owned form; records are pointers in both.

func init() {
	funcTwins["timers/priority-queue.js"] = twin{run: priorityQueue}
	ownedTwins["timers/priority-queue.js"] = twin{run: priorityQueue}
}

type record struct{ expiry int64 }

type queue interface {
	size() int
	peek() *record
	insert(*record)
	shift() *record
	raise(by int64)
}

type heap struct{ items []*record }

func (h *heap) size() int     { return len(h.items) }
func (h *heap) peek() *record { return h.items[0] }

func (h *heap) insert(r *record) {
	at := len(h.items)
	h.items = append(h.items, r)
	for at > 0 {
		parent := (at - 1) / 2
		if h.items[parent].expiry <= r.expiry {
			break
		}
		h.items[at] = h.items[parent]
		at = parent
	}
	h.items[at] = r
}

func (h *heap) shift() *record {
	head, last := h.items[0], h.items[len(h.items)-1]
	h.items = h.items[:len(h.items)-1]
	if len(h.items) > 0 {
		h.sink(last)
	}
	return head
}

func (h *heap) raise(by int64) {
	h.items[0].expiry += by
	h.sink(h.items[0])
}

// sink puts a record in at the top and lets it find its place.
func (h *heap) sink(r *record) {
	at, end := 0, len(h.items)
	for child := 1; child < end; child = 2*at + 1 {
		if child+1 < end && h.items[child+1].expiry < h.items[child].expiry {
			child++
		}
		if h.items[child].expiry >= r.expiry {
			break
		}
		h.items[at] = h.items[child]
		at = child
	}
	h.items[at] = r
}

type list struct{ items []*record }

func (l *list) size() int     { return len(l.items) }
func (l *list) peek() *record { return l.items[len(l.items)-1] }

func (l *list) insert(r *record) {
	low, high := 0, len(l.items)
	for low < high {
		middle := (low + high) / 2
		if l.items[middle].expiry > r.expiry {
			low = middle + 1
		} else {
			high = middle
		}
	}
	l.items = slices.Insert(l.items, low, r)
}

func (l *list) shift() *record {
	head := l.items[len(l.items)-1]
	l.items = l.items[:len(l.items)-1]
	return head
}

func (l *list) raise(by int64) {
	head := l.shift()
	head.expiry += by
	l.insert(head)
}

// draw is the generator: linear congruential, 32 bits.
type draw uint32

func (d *draw) below(limit int64) int64 {
	*d = *d*1664525 + 1013904223
	return int64(float64(*d) / 4294967296 * float64(limit))
}

// load is a workload: of a hundred operations so many peek, replace the head, put one
// in or take one out; the rest raise the head by so much.
type load struct{ peek, replace, resize, by int64 }

var loads = map[string]load{
	"web-server":   {peek: 80, replace: 10, by: 100},
	"microservice": {peek: 70, resize: 25, by: 50},
	"real-time":    {peek: 85, replace: 8, by: 10},
}

const (
	opPeek = iota
	opReplace
	opResize
	opRaise
)

func priorityQueue(p *pass) (float64, error) {
	n, err := p.count("n", 1)
	if err != nil {
		return 0, err
	}
	size, err := p.count("size", 1)
	if err != nil {
		return 0, err
	}
	workload, _ := p.conf.Get("workload")
	impl, _ := p.conf.Get("impl")
	load, ok := loads[fmt.Sprint(workload)]
	if !ok {
		return 0, fmt.Errorf("no workload %v", workload)
	}
	var q queue
	switch impl {
	case "heap":
		q = &heap{}
	case "list":
		q = &list{}
	default:
		return 0, fmt.Errorf("no impl %v", impl)
	}
	d := draw(20180101)
	for range size {
		q.insert(&record{d.below(1000)})
	}
	kinds, delays, peeks := make([]uint8, n), make([]int64, n), 0
	for i := range n {
		switch at := d.below(100); {
		case at < load.peek:
			kinds[i] = opPeek
			peeks++
		case at < load.peek+load.replace:
			kinds[i] = opReplace
		case at < load.peek+load.replace+load.resize:
			kinds[i] = opResize
		default:
			kinds[i] = opRaise
		}
		delays[i] = 1 + d.below(1000)
	}

	now, seen := int64(0), 0
	p.start()
	for i := range n {
		switch kinds[i] {
		case opPeek:
			if q.peek().expiry >= now {
				seen++
			}
		case opReplace:
			r := q.shift()
			now = r.expiry
			r.expiry = now + delays[i]
			q.insert(r)
		case opResize:
			if q.size() > size {
				now = q.shift().expiry
			} else {
				q.insert(&record{now + delays[i]})
			}
		default:
			q.raise(load.by)
		}
	}
	p.stop()
	return float64(n), check("heads in order", seen, peeks)
}
