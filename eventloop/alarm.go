package eventloop

import "math"

// This file is the alarm: the one tick at which the next timers pass is made and
// until which the loop sleeps. It is the libuv timer that Node keeps for all its
// timers (scheduleTimer in JavaScript, RunTimers in C++), with what follows from it:
//
//   - It is set by the start of a timer that comes before it, and by the end of a
//     pass to the next expiry; nothing takes it back. A timer that was cleared
//     still wakes the loop, and what is seen of that is unref'd immediates.
//   - The end of a pass sets it one tick after the cached time, or later: a list
//     that became due while the pass ran waits that long.
//
// Setting it costs a comparison for each start, and a search of a slot of the
// wheel for each pass.

// never is the alarm of a loop that has no timers.
const never = math.MaxInt64

// setAlarm sets the alarm at the end of a pass.
func (l *Loop) setAlarm() {
	l.alarm = never
	if expiry, ok := l.lists.NextExpiry(); ok {
		l.alarm = max(expiry, l.now+1)
	}
}

// alarmBy is told of each deadline of a timer that is started.
func (l *Loop) alarmBy(start, k int64) {
	if due := start + k; due < l.alarm {
		l.alarm = due
	}
}
