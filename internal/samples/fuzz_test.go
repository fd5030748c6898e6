package samples

import (
	"math"
	"strings"
	"testing"
)

// What was read can be written and read again; nothing panics; a lenient reader
// returns at least what the strict one does.
func FuzzReadCSV(f *testing.F) {
	f.Add(head + `"old","a.js","n=1",5,1` + "\n")
	f.Add(`"binary", "filename", "configuration", "rate", "time"` + "\r\n" + `"old", "a,b", "s=""x""", Infinity` + "\r\n")
	f.Add(head + "\"never closed\nhello\"x\n\"new\",\"a\nb\",,NaN,\n")
	f.Add("\uFEFF" + head + ",,,,\n\"\"\"\"\n\r\n\r")
	f.Fuzz(func(t *testing.T, text string) {
		strict, err := ReadCSV(strings.NewReader(text), "x.csv")
		lenient, lenientErr := ReadOptions{AnyBinary: true, Lenient: true}.readCSV(strings.NewReader(text), "x.csv")
		if err != nil {
			return
		}
		if lenientErr != nil || len(lenient.Samples) != len(strict.Samples) || lenient.Skipped != 0 {
			t.Fatalf("strict reads %d rows, lenient %v, %v", len(strict.Samples), lenient, lenientErr)
		}
		var b strings.Builder
		w := NewCSVWriter(&b)
		if err := w.Header(); err != nil {
			t.Fatal(err)
		}
		for _, s := range strict.Samples {
			if err := w.Write(s); err != nil {
				t.Fatal(err)
			}
		}
		again, err := ReadCSV(strings.NewReader(b.String()), "x.csv")
		if err != nil || len(again.Samples) != len(strict.Samples) {
			t.Fatalf("written as\n%s: %v", b.String(), err)
		}
		for i, s := range strict.Samples {
			a := again.Samples[i]
			if a.Name() != s.Name() || a.Binary != s.Binary || a.Rate != s.Rate && !(math.IsNaN(a.Rate) && math.IsNaN(s.Rate)) {
				t.Fatalf("%+v came back as %+v", s, a)
			}
		}
	})
}

// Whatever ParseConf accepts means the same when it is written and read again.
func FuzzParseConf(f *testing.F) {
	for _, s := range []string{"type='depth' n=5000000", `s="it's" t=true`, "s=`a'b\"c`", `p='C:\\x\x1b' w=-0`, "a='x' +\n  'y'", "n=NaN"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		conf, ok := ParseConf(text)
		if !ok {
			return
		}
		again, ok := ParseConf(conf.Inspect())
		if !ok || again.Inspect() != conf.Inspect() {
			t.Fatalf("%q is %v, then %v", text, conf, again)
		}
	})
}
