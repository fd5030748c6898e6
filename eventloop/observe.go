package eventloop

// This file lets an engine binding tell the hooks of a microtask that the engine
// runs by itself, such as a promise reaction: the loop does not see those.

// ObservedTask is a microtask that hooks were told of and that has not ended.
type ObservedTask struct {
	hooks *hookList
	item  any
}

// BeginTask tells the hooks that the engine begins to run a microtask, and End of
// the value it returns that this one is over. Microtasks that the engine runs while
// it is called by a callback lie inside that callback. Without hooks it is a
// comparison. On the loop. It is for engine bindings.
func (l *Loop) BeginTask(item any) ObservedTask {
	if l.hooks == nil {
		return ObservedTask{}
	}
	o := ObservedTask{l.hooks, item}
	for _, h := range o.hooks.befores {
		if !h.removed {
			h.Before(KindMicrotask, item)
		}
	}
	return o
}

// End is the end of the microtask.
func (o ObservedTask) End() {
	if o.hooks == nil {
		return
	}
	for _, h := range o.hooks.afters {
		if !h.removed {
			h.After(KindMicrotask, o.item)
		}
	}
}

// TellSet tells the hooks that the engine has scheduled a callback of which the loop
// does not know. On the loop. It is for engine bindings.
func (l *Loop) TellSet(k Kind, item any) {
	if l.hooks != nil {
		l.hooks.set(k, item)
	}
}
