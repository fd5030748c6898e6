package nodeapi_test

import (
	"regexp"
	"strings"
	"testing"
)

// TestTestCases runs each testdata/test/NAME.js as a main module and compares
// what it prints with NAME.out, which Node printed: times are taken out, and
// stacks, which name functions of Node's.
func TestTestCases(t *testing.T) {
	checkCases(t, "testdata/test", 36, withoutTimes)
}

var (
	milliseconds = regexp.MustCompile(`\(\d+(\.\d+)?ms\)`)
	total        = regexp.MustCompile(`duration_ms \d+(\.\d+)?`)
	frame        = regexp.MustCompile(`^ +at .*?( \{)?$`)
)

func withoutTimes(text string) string {
	text = milliseconds.ReplaceAllString(text, "(ms)")
	text = total.ReplaceAllString(text, "duration_ms")
	var out []string
	for _, line := range strings.Split(text, "\n") {
		m := frame.FindStringSubmatch(line)
		if m == nil {
			out = append(out, line)
		} else if m[1] != "" {
			out = append(out, m[1])
		}
	}
	return strings.Join(out, "\n")
}
