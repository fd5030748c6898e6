package conformance

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A case with a NAME.err also compares what is printed on standard error. The file
// is Node.js's text, but for folders (left out) and the process id (PID). What
// docs/differences.md says of it is taken out on both sides: Node.js's own frames, the
// source line at the top where it is one of Node.js's own, what stands around a frame's file and line, the column of a caret,
// the last line's version, and the command that a hint names.

var (
	pid    = regexp.MustCompile(`\(node:\d+\)`)
	top    = regexp.MustCompile(`^.*:\d+\n.*\n\s*\^+\n\n`)
	frame  = regexp.MustCompile(`^(\s+)at (?:.* \()?([^()]*):(\d+):\d+\)?(,| \{)?$`)
	caret  = regexp.MustCompile(`^\s*\^+$`)
	footer = regexp.MustCompile(`(?m)^(?:Node\.js|nodetimers .* \(as Node\.js) v[\d.]+\)?$`)
	hint   = regexp.MustCompile("\\(Use `(?:node|nodetimers run) --trace-")
)

// portable leaves out what depends on the machine.
func portable(text []byte, dir string) []byte {
	text = bytes.ReplaceAll(text, []byte(dir+string(filepath.Separator)), nil)
	return pid.ReplaceAll(text, []byte("(node:PID)"))
}

// comparableText leaves out what is known to differ.
func comparableText(text []byte) string {
	s := footer.ReplaceAllString(string(text), "VERSION")
	s = hint.ReplaceAllString(s, "(Use `node --trace-")
	var lines []string
	for line := range strings.SplitSeq(s, "\n") {
		m := frame.FindStringSubmatch(line)
		switch {
		case caret.MatchString(line):
			line = "^"
		case m == nil:
		case strings.HasPrefix(m[2], "node:"):
			if n := len(lines) - 1; n >= 0 {
				lines[n] += m[4]
			}
			continue
		default:
			line = m[1] + "at " + m[2] + ":" + m[3] + m[4]
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func TestStderr(t *testing.T) {
	command := build(t)
	files, err := filepath.Glob(filepath.Join("cases", "stderr-*.js"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases found, %v", err)
	}
	dir, err := filepath.Abs("cases")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".js"), func(t *testing.T) {
			t.Parallel()
			recorded := strings.TrimSuffix(file, ".js") + ".err"
			if *record != "" {
				_, stderr, _, err := run([]string{*record}, file)
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(recorded, portable(stderr, dir), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(recorded)
			if err != nil {
				t.Fatal(err)
			}
			_, stderr, _, err := run(command, file)
			if err != nil {
				t.Fatal(err)
			}
			got := portable(stderr, dir)
			if bytes.HasPrefix(want, []byte("node:")) { // a line of Node.js's own; ours is one of the script or none
				want, got = top.ReplaceAll(want, nil), top.ReplaceAll(got, nil)
			}
			if d := cmp.Diff(comparableText(want), comparableText(got)); d != "" {
				t.Errorf("stderr differs (-want +got):\n%s\nprinted:\n%s", d, stderr)
			}
		})
	}
}
