// Package timerlist is the structure under timers: it keeps them in lists by duration, and the lists in order of
// expiry. It knows no callbacks, no clock and no lock.
//
// Programs set many timers of few durations, and most timers are cleared or set again before they are due: a
// connection that times out after two minutes re-arms that timer at each packet. So timers of one duration share a
// list. They are set in order of time, and are therefore due in the order they were set: the list is sorted by being
// appended to. Only a list's first timer has to be compared with anything, and only lists have to be kept in order.
//
//	 duration             list                            nodes
//	                                                oldest            newest
//	┌─────────┐       ┌───────────────┐            ┌──────┐ ┌──────┐ ┌──────┐
//	│      40 ├──────▶│ expiry   1040 ├───────────▶│ 1000 ├▶│ 1007 ├▶│ 1031 │  what each counts from
//	│         │       │ number      3 │            │      │◀┤      │◀┤      │
//	│         │       └───────────────┘            └──────┘ └──────┘ └──────┘
//	│         │       ┌───────────────┐            ┌──────┐
//	│  120000 ├──────▶│ expiry 120300 ├───────────▶│  900 │  was re-armed: the pass at 120300
//	│         │       │ number      1 │            │      │  puts the list off to 120900
//	└─────────┘       └───────────────┘            └──────┘
//	   table                  │
//	                          ▼
//	wheel: lists by (expiry, number), 64 slots a level, seen from 1024
//
//	   level 0    slots of 1 tick        slot 16: 1040
//	   level 1    slots of 64 ticks
//	   level 2    slots of 4096 ticks    slot 29: 120300
//	   ...
//
// # Use
//
// The caller owns the memory of the nodes, says what time it is and does what is to be done with a node that is due:
//
//	var timers timerlist.Lists[payload]
//	timers.Insert(n, now, 40)
//	...
//	for n := timers.Next(now); n != nil; n = timers.Next(now) {
//		n.Payload().callback() // may insert, remove and re-arm whatever it likes
//	}
//	sleepUntil(timers.NextExpiry())
//
// # Order
//
// A pass, the calls of [Lists.Next] until it returns nil, is Node.js's processing of timers, exactly. Lists are taken
// by ascending expiry, among equal ones by number. A list is run to its first node that is not due before the next
// list is looked at; so of two timers that are both late, the one with the later deadline runs first if an older timer
// of its duration was due before the other. A list's expiry says when it is looked at, nothing more: it is the
// deadline of the node the list was made for, and is corrected when the list is looked at.
//
// # Always true
//
//   - A node is in one list or in none; in none, it refers to nothing.
//   - A list is in the table under its duration, and in the wheel under its expiry and number, from the insertion that
//     makes it until it is dropped. The number is from one counter, taken when the list is made and whenever its expiry
//     changes.
//   - A list that becomes empty is dropped at once, with two exceptions: Next leaves the list it has just emptied until
//     the call that follows, and Detach leaves it until a pass comes to it. A node inserted meanwhile joins that list.
//
// # Costs
//
// Insert, Remove, Rearm and Next are constant, whatever the number of timers, and nearly all of it is relinking three
// nodes. The first and the last timer of a duration also pay for the list: an entry of a hash table and a slot of the
// wheel. So do timers that each have a duration of their own; then the misses of the cache decide. Towards its expiry a
// list moves down the wheel, at most one step for each factor of 64 in its duration. NextExpiry is constant too, except
// that it has to search one slot of lists when the first list is gone and none is near.
//
// Nothing is allocated once the table and the free list have grown to the largest number of durations there ever was at
// one time; that memory is kept until Trim. An empty set takes 14 KB, nearly all of it the wheel's slots.
//
// Read node.go, lists.go and pass.go in that order; table.go and wheel.go stand alone.
package timerlist
