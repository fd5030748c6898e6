//go:build unix

package nodeapi

import (
	"context"
	"os"
	"slices"
	"syscall"
	"testing"

	"go.uber.org/goleak"
)

// A signal that has a listener is an event, and watching it does not keep the
// loop alive; without one the system's default is back.
func TestSignals(t *testing.T) {
	defer goleak.VerifyNone(t)
	p := newProgram(t, func(o *Options) { o.Signals = true })
	got := make(chan bool)
	hold := p.Engine().Loop().Hold() // the signal comes in real time
	must(p.vm.Set("done", func() { hold.Release(); close(got) }))
	code := p.run(`
		process.on('SIGUSR2', function (name, number) {
			console.log(name, typeof number, this === process)
			if (++n === 2) { process.removeAllListeners('SIGUSR2'); done() } else process.kill(process.pid, 'SIGUSR2')
		})
		let n = 0
		console.log(process.kill(process.pid, 'SIGUSR2'))
		process.nextTick(() => console.log('tick'))`)
	<-got
	if code != 0 {
		t.Errorf("code %d", code)
	}
	p.printed("true\ntick\nSIGUSR2 number true\nSIGUSR2 number true\n", "")
	if p.Watches("SIGUSR2") {
		t.Error("still watched")
	}
}

// The end of the script takes its listeners away.
func TestFinishStopsSignals(t *testing.T) {
	defer goleak.VerifyNone(t)
	p := newProgram(t, func(o *Options) { o.Signals = true })
	err := p.Engine().RunScript(context.Background(), "main.js", `for (const s of ['SIGUSR1', 'SIGUSR2', 'SIGHUP', 'SIGNONE']) process.on(s, () => {})`)
	if !p.Watches("SIGUSR2") || p.Watches("SIGNONE") {
		t.Error("Watches is wrong")
	}
	if _, err := p.Finish(err); err != nil {
		t.Error(err)
	}
	if p.Watches("SIGUSR2") {
		t.Error("still watched")
	}
}

func TestKill(t *testing.T) {
	p := newProgram(t, func(o *Options) { o.Signals = true })
	p.run(`
		const attempt = (...a) => { try { return process.kill(...a) } catch (e) { return e.code + ' ' + e.message } }
		console.log(attempt(process.pid, 0)); console.log(attempt(String(process.pid), 0))
		console.log(attempt()); console.log(attempt('x')); console.log(attempt(1.5, 0))
		console.log(attempt(process.pid, 'SIGNOPE')); console.log(attempt(process.pid, {}))
		console.log(attempt(2 ** 30, 0)); console.log(attempt(process.pid, 1000))`)
	p.printed(`true
true
ERR_INVALID_ARG_TYPE The "pid" argument must be of type number. Received undefined
ERR_INVALID_ARG_TYPE The "pid" argument must be of type number. Received type string ('x')
ERR_INVALID_ARG_TYPE The "pid" argument must be of type number. Received type number (1.5)
ERR_UNKNOWN_SIGNAL Unknown signal: SIGNOPE
ERR_UNKNOWN_SIGNAL Unknown signal: {}
ESRCH kill ESRCH
EINVAL kill EINVAL
`, "")
	names := SignalNames()
	if !slices.IsSorted(names) || !slices.Contains(names, "SIGUSR2") {
		t.Errorf("%v", names)
	}
	if systemSignals["SIGTERM"] != os.Signal(syscall.SIGTERM) {
		t.Error("SIGTERM")
	}
}
