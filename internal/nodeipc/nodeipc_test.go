//go:build unix

package nodeipc_test

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/nodetimers/nodetimers/internal/nodeipc"
)

// pair gives both ends in this process; the second is opened by its descriptor,
// as a child opens it.
func pair(t *testing.T) (a, b *nodeipc.Conn) {
	t.Helper()
	parent, child, err := nodeipc.Pair()
	if err != nil {
		t.Fatal(err)
	}
	fd, err := syscall.Dup(int(child.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	child.Close()
	env := nodeipc.Env(fd)
	b, err = nodeipc.FromEnv(func(key string) (string, bool) {
		for _, kv := range env {
			if k, v, _ := strings.Cut(kv, "="); k == key {
				return v, true
			}
		}
		return "", false
	})
	if err != nil {
		t.Fatal(err)
	}
	a = nodeipc.NewConn(parent)
	t.Cleanup(func() { a.Close(); b.Close() })
	return a, b
}

func TestMessagesGoBothWays(t *testing.T) {
	a, b := pair(t)
	for _, m := range []string{`{"n":1}`, `"text"`, `{"cmd":"NODE_HANDLE"}`, `{"cmd":"mine"}`, `{"cmd":7}`} {
		if err := a.Send([]byte(m)); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{`{"n":1}`, `"text"`, `{"cmd":"mine"}`, `{"cmd":7}`} { // the internal one is passed over
		if got, err := b.Receive(); err != nil || string(got) != want {
			t.Errorf("received %s, %v; want %s", got, err, want)
		}
	}
	if err := b.Send([]byte(`[true]`)); err != nil {
		t.Fatal(err)
	}
	if got, err := a.Receive(); err != nil || string(got) != "[true]" {
		t.Errorf("received %s, %v", got, err)
	}
	if err := a.Send([]byte("{\n}")); err == nil {
		t.Error("a message of two lines was sent")
	}
}

func TestBrokenLineIsAnErrorAndReadingGoesOn(t *testing.T) {
	parent, child, err := nodeipc.Pair()
	if err != nil {
		t.Fatal(err)
	}
	a := nodeipc.NewConn(parent)
	defer a.Close()
	fmt.Fprint(child, "\nno json\n{\"ok\":1}\n{\"last\":1}")
	child.Close()
	var syntax *nodeipc.SyntaxError
	if _, err := a.Receive(); !errors.As(err, &syntax) || syntax.Line != "no json" {
		t.Errorf("error %v", err)
	}
	for _, want := range []string{`{"ok":1}`, `{"last":1}`} {
		if got, err := a.Receive(); err != nil || string(got) != want {
			t.Errorf("received %s, %v; want %s", got, err, want)
		}
	}
	if _, err := a.Receive(); err != io.EOF {
		t.Errorf("error %v, want EOF", err)
	}
}

func TestCloseEndsAWaitingReceive(t *testing.T) {
	a, b := pair(t)
	got := make(chan error, 2)
	for _, c := range []*nodeipc.Conn{a, b} {
		go func() {
			_, err := c.Receive()
			got <- err
		}()
	}
	a.Close()
	for range 2 {
		if err := <-got; err != io.EOF {
			t.Errorf("error %v, want EOF", err)
		}
	}
}

func TestFromEnvRefusesNonsense(t *testing.T) {
	for _, c := range []struct{ fd, mode, want string }{
		{"", "", ""},
		{"x", "", `NODE_CHANNEL_FD is "x", not a descriptor`},
		{"-1", "", `NODE_CHANNEL_FD is "-1", not a descriptor`},
		{"3", "advanced", `NODE_CHANNEL_SERIALIZATION_MODE is "advanced"; only json is spoken here`},
		{strconv.Itoa(1 << 20), "json", "NODE_CHANNEL_FD is 1048576: fcntl: bad file descriptor"},
	} {
		conn, err := nodeipc.FromEnv(func(key string) (string, bool) {
			return map[string]string{nodeipc.FDVar: c.fd, nodeipc.ModeVar: c.mode}[key], true
		})
		text := ""
		if err != nil {
			text = err.Error()
		}
		if conn != nil || text != c.want {
			t.Errorf("%q, %q: error %q, want %q", c.fd, c.mode, text, c.want)
		}
	}
}
