// Package nodeipc is the channel between a process and its parent as Node.js has
// it: a socket whose descriptor is named in the environment, and one JSON text a
// line in each direction. A Go program speaks with it to a child that is Node,
// Bun, Deno or nodetimers, and a child written in Go to such a parent.
//
//	parent, child, err := nodeipc.Pair()
//	cmd.ExtraFiles = []*os.File{child} // descriptor 3
//	cmd.Env = append(os.Environ(), nodeipc.Env(3)...)
//	... cmd.Start(); child.Close()
//	conn := nodeipc.NewConn(parent)
//	for {
//		message, err := conn.Receive()
//		...
//	}
//
// Send may be called from any goroutine, Receive by one at a time, Close from any;
// it ends a Receive that waits. Pair and Open exist on Unix systems; elsewhere
// they fail.
package nodeipc

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"sync"
)

// The variables that tell a child of its channel.
const (
	FDVar   = "NODE_CHANNEL_FD"
	ModeVar = "NODE_CHANNEL_SERIALIZATION_MODE"
)

// Env is what a child's environment needs to find its end at descriptor fd.
func Env(fd int) []string {
	return []string{FDVar + "=" + strconv.Itoa(fd), ModeVar + "=json"}
}

// FromEnv opens the channel that the environment names; nil, nil without one. It
// refuses a serialization other than JSON. Call it once: the descriptor then
// belongs to the Conn.
func FromEnv(lookup func(string) (string, bool)) (*Conn, error) {
	text, ok := lookup(FDVar)
	if !ok || text == "" {
		return nil, nil
	}
	fd, err := strconv.Atoi(text)
	if err != nil || fd < 0 {
		return nil, fmt.Errorf("%s is %q, not a descriptor", FDVar, text)
	}
	if mode, ok := lookup(ModeVar); ok && mode != "" && mode != "json" {
		return nil, fmt.Errorf("%s is %q; only json is spoken here", ModeVar, mode)
	}
	f, err := open(fd)
	if err != nil {
		return nil, fmt.Errorf("%s is %d: %w", FDVar, fd, err)
	}
	return NewConn(f), nil
}

// Conn is one end of a channel.
type Conn struct {
	f  *os.File
	in *bufio.Reader
	mu sync.Mutex // guards writes, so that lines do not mix
}

// NewConn takes over one end.
func NewConn(f *os.File) *Conn { return &Conn{f: f, in: bufio.NewReader(f)} }

// Send writes one message, which must be one JSON text without a newline. It
// waits while the other side does not read and its buffer is full.
func (c *Conn) Send(message []byte) error {
	if bytes.IndexByte(message, '\n') >= 0 {
		return errors.New("nodeipc: a message must be one line")
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	_, err := c.f.Write(append(message[:len(message):len(message)], '\n'))
	return err
}

// A SyntaxError is a line on the channel that is no JSON. Receive may be called
// again.
type SyntaxError struct{ Line string }

// Error shows the line's beginning.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("not a JSON message on the channel: %.80q", e.Line)
}

// Receive waits for the next message. Node's internal ones, whose cmd begins with
// NODE_, are passed over. At the end of the channel the error is io.EOF.
func (c *Conn) Receive() (json.RawMessage, error) {
	for {
		line, err := c.in.ReadBytes('\n')
		line = bytes.TrimSpace(line)
		switch {
		case len(line) == 0 && err != nil:
			if errors.Is(err, os.ErrClosed) || isReset(err) {
				err = io.EOF
			}
			return nil, err
		case len(line) == 0:
			continue
		case !json.Valid(line):
			return nil, &SyntaxError{string(line)}
		case !internal(line):
			return line, nil
		}
	}
}

func internal(line []byte) bool {
	if !bytes.Contains(line, []byte(`"cmd"`)) {
		return false
	}
	var m struct {
		Cmd any `json:"cmd"`
	}
	cmd := ""
	if json.Unmarshal(line, &m) == nil {
		cmd, _ = m.Cmd.(string)
	}
	return len(cmd) > 5 && cmd[:5] == "NODE_"
}

// Close ends the channel; the other side receives io.EOF.
func (c *Conn) Close() error { return c.f.Close() }
