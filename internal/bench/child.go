package bench

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/nodetimers/nodetimers/internal/nodeipc"
)

// This file is the parent's side of one child process: its channel, what it
// prints, its time, and how it ended. A child that ends with a code or by a signal
// has failed, whatever it said before.

// child is one process to be run.
type child struct {
	argv    []string
	env     []string // the whole environment, but for the channel
	cpus    []int    // what it may run on; nil: anything
	timeout time.Duration
	// done, if set, says after each message whether the child has said enough; it
	// then has linger to end by itself, and being killed after that is no failure.
	done   func() bool
	linger time.Duration

	message func(json.RawMessage)         // in order, from one goroutine
	output  func(stream, line string)     // a line of "stdout" or "stderr", from one goroutine at a time
	warn    func(format string, a ...any) // about the process, not from it
}

// EndWithAll makes a command of exec.CommandContext end, when its context does, with
// all the processes that it has started. It must be called before the start.
func EndWithAll(cmd *exec.Cmd) {
	ownGroup(cmd)
	cmd.Cancel = func() error {
		killGroup(cmd)
		return nil
	}
	cmd.WaitDelay = 2 * time.Second // for output that something still holds
}

// errTimeout is why a child was killed.
type errTimeout time.Duration

func (e errTimeout) Error() string { return fmt.Sprintf("timed out after %v", time.Duration(e)) }

// run starts the child and waits for its end and for all it has said. The error
// is the reason of the failure, in words for a table.
func (c *child) run(ctx context.Context) error {
	parent, theirs, err := nodeipc.Pair()
	if err != nil {
		return err
	}
	conn := nodeipc.NewConn(parent)
	defer conn.Close()

	cmd := exec.Command(c.argv[0], c.argv[1:]...)
	cmd.Env = append(withoutChannel(c.env), nodeipc.Env(3)...)
	cmd.ExtraFiles = []*os.File{theirs}
	ownGroup(cmd)
	// Pipes of our own: exec's would make Wait wait for grandchildren that hold them.
	outR, outW, err := os.Pipe()
	if err != nil {
		theirs.Close()
		return err
	}
	errR, errW, err := os.Pipe()
	if err != nil {
		theirs.Close()
		outR.Close()
		outW.Close()
		return err
	}
	cmd.Stdout, cmd.Stderr = outW, errW
	err = c.start(cmd)
	theirs.Close()
	outW.Close()
	errW.Close()
	if err != nil {
		outR.Close()
		errR.Close()
		return fmt.Errorf("cannot be started: %w", err)
	}

	said := make(chan struct{}, 1) // the child has said enough
	var receivers sync.WaitGroup
	var broken error
	receivers.Go(func() { broken = c.receive(conn, said) })
	var printers sync.WaitGroup
	var mu sync.Mutex
	for stream, r := range map[string]*os.File{"stdout": outR, "stderr": errR} {
		printers.Go(func() { c.copyLines(&mu, stream, r) })
	}

	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	reason, killed := c.watch(ctx, said, ended, func() { killGroup(cmd) })

	// The process is gone. What it wrote is in the pipes and the channel; who still
	// holds their ends is a process that it left behind.
	settle := time.AfterFunc(2*time.Second, func() {
		killGroup(cmd)
		outR.Close()
		errR.Close()
		conn.Close()
	})
	printers.Wait()
	receivers.Wait()
	settle.Stop()
	killGroup(cmd)
	outR.Close()
	errR.Close()
	if reason == nil && !killed {
		reason = broken
	}
	return reason
}

// watch waits for the end of the process and kills it when its time is up. killed
// says that it was ended because it had said enough.
func (c *child) watch(ctx context.Context, said <-chan struct{}, ended <-chan error, kill func()) (reason error, killed bool) {
	var timeout, linger <-chan time.Time
	if c.timeout > 0 {
		t := time.NewTimer(c.timeout)
		defer t.Stop()
		timeout = t.C
	}
	for {
		select {
		case err := <-ended:
			return endOf(err), false
		case <-said:
			timeout = nil
			if c.linger > 0 {
				t := time.NewTimer(c.linger)
				defer t.Stop()
				linger = t.C
			}
		case <-linger:
			kill()
			<-ended
			return nil, true
		case <-timeout:
			kill()
			<-ended
			return errTimeout(c.timeout), false
		case <-ctx.Done():
			kill()
			<-ended
			return context.Cause(ctx), false
		}
	}
}

// endOf says how a process failed: nil if it did not.
func endOf(err error) error {
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return err
	}
	if name := signalOf(exit.ProcessState); name != "" {
		return fmt.Errorf("was ended by %s", name)
	}
	return fmt.Errorf("exited with code %d", exit.ExitCode())
}

func (c *child) receive(conn *nodeipc.Conn, said chan<- struct{}) error {
	var broken error
	for {
		m, err := conn.Receive()
		var syntax *nodeipc.SyntaxError
		switch {
		case err == io.EOF:
			return broken
		case errors.As(err, &syntax):
			broken = err
			continue
		case err != nil:
			return err
		}
		if c.message != nil {
			c.message(m)
		}
		if c.done != nil && c.done() {
			select {
			case said <- struct{}{}:
			default:
			}
		}
	}
}

func (c *child) copyLines(mu *sync.Mutex, stream string, r io.Reader) {
	in := bufio.NewReader(r)
	for {
		line, err := in.ReadString('\n')
		if line != "" && c.output != nil {
			mu.Lock()
			c.output(stream, strings.TrimRight(line, "\r\n"))
			mu.Unlock()
		}
		if err != nil {
			return
		}
	}
}

// withoutChannel drops a channel to this process's own parent.
func withoutChannel(env []string) []string {
	out := make([]string, 0, len(env)+2)
	for _, kv := range env {
		if !strings.HasPrefix(kv, nodeipc.FDVar+"=") && !strings.HasPrefix(kv, nodeipc.ModeVar+"=") {
			out = append(out, kv)
		}
	}
	return out
}
