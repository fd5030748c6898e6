package modules

import (
	"errors"
	"strings"

	"github.com/nodetimers/nodetimers/internal/transpile"
)

// When esbuild comes in, and whose error is shown if it does not help.

// newSyntax guesses that goja would not get to the end of a text. A wrong guess costs time only.
func newSyntax(text string) bool {
	for rest := text; ; {
		i := strings.Index(rest, "async")
		if i < 0 {
			break
		}
		rest = rest[i+len("async"):]
		after := strings.TrimPrefix(rest, " ")
		if strings.HasPrefix(after, "*") || strings.HasPrefix(rest, " function*") || strings.HasPrefix(rest, " function *") {
			return true
		}
	}
	for rest := text; ; {
		i := strings.Index(rest, "await")
		if i < 0 {
			return false
		}
		if strings.HasSuffix(rest[:i], "for ") || strings.HasPrefix(rest[i:], "await using ") {
			return true
		}
		rest = rest[i+len("await"):]
	}
}

// betterOf chooses between goja's error for the text as it is and esbuild's. Where goja says what is wrong rather than
// what it did not expect, which may be new syntax, it uses V8's words.
func betterOf(first, lowered error) error {
	var a, b *transpile.SyntaxError
	if !errors.As(first, &a) || !errors.As(lowered, &b) || strings.HasPrefix(a.Message, "Unexpected ") || b.Message == endless {
		return lowered
	}
	switch {
	case strings.HasPrefix(b.Message, a.Message), strings.HasPrefix(b.Message, "Identifier "), strings.HasPrefix(b.Message, "missing "),
		strings.HasSuffix(a.Message, "not supported yet"), strings.HasPrefix(a.Message, "Only one underscore"),
		strings.HasPrefix(a.Message, "Logical expressions"), strings.HasPrefix(a.Message, "for-in loop"), strings.HasPrefix(a.Message, "Label "):
		return lowered
	}
	if a.Line == b.Line && a.Column == b.Column {
		a.Length = max(a.Length, b.Length)
	}
	return a
}

const endless = "missing ) after argument list"

// outside is the error for the syntax of a module in what is none. No lowering helps there.
type outside struct{ error }

func (o outside) Unwrap() error { return o.error }

func worthLowering(err error) bool {
	var o outside
	return !errors.As(err, &o)
}

// lowered has esbuild print the file first. Its errors are better than goja's: if it finds one, that is the error.
func lowered(src source, want format) (*unit, error) {
	typescript := transpile.TypeScript(src.path)
	var err error
	for _, more := range []bool{false, true} {
		in := transpile.Input{Path: src.path, Code: src.code, Tsconfig: src.tsconfig, More: more}
		out, lowerErr := transpile.Lower(in)
		if lowerErr != nil {
			return nil, lowerErr
		}
		if want == commonJS && typescript {
			if rec := transpile.HideDynamic(out.Code); rec != nil && rec.Static {
				in.CommonJS = true
				if out, lowerErr = transpile.Lower(in); lowerErr != nil {
					return nil, lowerErr
				}
			}
		}
		src.text, src.mapping = out.Code, out.Map
		if strings.HasPrefix(src.text, "#!") {
			src.text = "//" + src.text[2:]
		}
		var u *unit
		if u, err = attempt(src, want); err == nil {
			return u, nil
		}
		if !worthLowering(err) {
			break
		}
	}
	return nil, err
}
