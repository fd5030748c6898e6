package eventloop

import "math"

// This file is the alarm: the one tick at which the next timers pass is made and
// until which the loop sleeps. It is the libuv timer that Node keeps for all its
// timers (scheduleTimer in JavaScript, RunTimers in C++), with what follows from it:
//
//   - It is set by the start of a timer that makes a list which comes before all
//     others known, and by the end of a pass to the next expiry; nothing takes it
//     back. A timer that was cleared still wakes the loop, and what is seen of that is
//     unref'd immediates. So it is when the only timer set in a pass is cleared in it.
//   - What is known is forgotten when a pass begins, and again when a callback of it
//     has thrown: the next start sets the alarm then, be it later than it was.
//   - The end of a pass sets it one tick after the cached time, or later: a list
//     that became due while the pass ran waits that long.
//
// Setting it costs a comparison for each start, and a search of a slot of the
// wheel for each pass.

// never is the alarm of a loop that has no timers.
const never = math.MaxInt64

// beginAlarm comes when a pass begins: the alarm has gone off.
func (l *Loop) beginAlarm() { l.alarm, l.known = never, never }

// setAlarm sets the alarm at the end of a pass.
func (l *Loop) setAlarm() {
	if expiry, ok := l.lists.NextExpiry(); ok {
		l.known = expiry
		l.alarm = max(expiry, l.now+1)
	}
}

// alarmBy is told of each timer that is started, and of its deadline.
func (l *Loop) alarmBy(n *node, due int64) {
	if due < l.known {
		l.alarmAt(n, due)
	}
}

// alarmAt sets the alarm if n is the first of its list. In a pass the list may have
// been there; otherwise it is new, since no list comes before what is known.
func (l *Loop) alarmAt(n *node, due int64) {
	if _, expiry, _, _ := l.lists.ListOf(n); expiry == due {
		l.alarm, l.known = due, due
	}
}
