package timerlist

// This file is one timer's place in the lists. A node is either in no list (all links nil) or in exactly one; it is
// bookkeeping of 32 bytes and whatever the caller keeps beside it. All methods here are a load or a store.

// Node is one timer's place. The zero value is ready, and belongs to nobody: it may be embedded in the caller's own
// memory and must not be copied while it is scheduled.
//
// P is what the caller keeps in it. A caller that declares its own type over a node,
//
//	type Timer timerlist.Node[payload]
//
// converts between the two pointers freely.
type Node[P any] struct {
	older *Node[P] // inserted before this one in the same list; nil at the end that fires first
	newer *Node[P] // inserted after this one; nil at the end that is appended to
	list  *list[P] // nil when not scheduled
	start int64

	payload P
}

// Payload is the caller's part of the node. It is never read, moved or cleared by this package.
func (n *Node[P]) Payload() *P { return &n.payload }

// Scheduled says whether the node is in a list.
func (n *Node[P]) Scheduled() bool { return n.list != nil }

// Alone says whether the node has no neighbour: it is not scheduled, or it is the only one of its list. Remove drops the
// list of such a node; of any other it does what Detach does, which the compiler can inline.
func (n *Node[P]) Alone() bool { return n.older == nil && n.newer == nil }

// Start is the tick the node counts from. It keeps its value after the node has left its list.
func (n *Node[P]) Start() int64 { return n.start }

// SetStart changes the tick the node counts from. It does not move the node and does not touch its list's expiry: the
// start is read when the list is processed, as Node.js reads _idleStart.
func (n *Node[P]) SetStart(start int64) { n.start = start }

// Duration is the duration of the node's list, 0 when the node is not scheduled.
func (n *Node[P]) Duration() int64 {
	if n.list == nil {
		return 0
	}
	return n.list.duration
}

// Older is the neighbour that was inserted before this node in the same list, nil for the oldest.
func (n *Node[P]) Older() *Node[P] { return n.older }

// Newer is the neighbour that was inserted after this node in the same list, nil for the newest.
func (n *Node[P]) Newer() *Node[P] { return n.newer }
