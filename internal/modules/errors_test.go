package modules

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/internal/transpile"
)

func lines(t *testing.T, file string) (out []string) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	for s.Scan() {
		out = append(out, s.Text())
	}
	if s.Err() != nil || len(out) == 0 {
		t.Fatal("no cases in ", file, s.Err())
	}
	return out
}

// TestJSONErrors compares with V8's messages, which testdata/record-json.js has recorded.
func TestJSONErrors(t *testing.T) {
	for _, line := range lines(t, "testdata/json-errors.txt") {
		quoted, wanted, _ := strings.Cut(line, "\t")
		var text, want string
		if json.Unmarshal([]byte(quoted), &text) != nil || json.Unmarshal([]byte(wanted), &want) != nil {
			t.Fatal("bad case ", line)
		}
		if got := jsonProblem(text); got != want {
			t.Errorf("%s\n got %s\nwant %s", quoted, got, want)
		}
	}
}

// otherMessage are texts for which the words differ. The value is what is said here.
var otherMessage = map[string]string{
	"throw": "Illegal newline after throw",
}

// TestSyntaxErrors compares with how Node reports broken files, which testdata/record-syntax.js has recorded.
func TestSyntaxErrors(t *testing.T) {
	type place struct {
		Line, Column, Length int
		Message              string
	}
	used := 0
	for _, line := range lines(t, "testdata/syntax-errors.txt") {
		ending, rest, _ := strings.Cut(line, " ")
		d := json.NewDecoder(strings.NewReader(rest))
		var text string
		var want place
		if d.Decode(&text) != nil || d.Decode(&want) != nil {
			t.Fatal("bad case ", line)
		}
		dir := realTempDir(t)
		path := filepath.Join(dir, "t."+ending)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		w := newWorld(t)
		_, err := w.loader.Main(path)
		var ex *goja.Exception
		if !errors.As(err, &ex) {
			t.Errorf("%s %q: %v, Node says %s", ending, text, err, want.Message)
			continue
		}
		s := w.loader.SyntaxErrorOf(ex.Value())
		if s == nil {
			t.Errorf("%s %q: %v is no syntax error", ending, text, err)
			continue
		}
		got := place{s.Line, s.Column, s.Length, s.Message}
		if got.Length == 0 {
			got.Column = 1
		}
		if other, ok := otherMessage[text]; ok {
			used++
			if got.Message != other || got.Message == want.Message {
				t.Errorf("%s %q is listed as different: %q, Node %q", ending, text, got.Message, want.Message)
			}
			continue
		}
		if got != want {
			t.Errorf("%s %q\n got %+v\nNode %+v", ending, text, got, want)
		}
		if wantSource := strings.Split(text, "\n")[s.Line-1]; s.Source != wantSource || s.File != path {
			t.Errorf("%s %q: source %q of %s, want %q", ending, text, s.Source, s.File, wantSource)
		}
		var thrown *transpile.SyntaxError
		if errors.As(err, &thrown) {
			t.Errorf("%q: the exception is not a JavaScript one", text)
		}
	}
	if used != len(otherMessage) {
		t.Errorf("%d of %d known differences were met", used, len(otherMessage))
	}
}
