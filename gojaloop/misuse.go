package gojaloop

// This file is what a broken calling rule meets: a panic that names the method.

func misuse(message string) { panic("gojaloop: " + message) }

// checkGoroutine panics when the loop runs on another goroutine than the caller's.
// It costs about a microsecond, and is for methods that are called now and then.
func (e *Engine) checkGoroutine(method string) {
	if e.loop.Running() && !e.loop.OnLoop() {
		misuse(method + " called by another goroutine than the loop's, which runs")
	}
}
