package samples

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

const head = `"binary","filename","configuration","rate","time"` + "\n"

var sameNaN = cmpopts.EquateNaNs()

func row(binary, filename, configuration string, rate, time float64) Sample {
	return Sample{Binary: binary, Filename: filename, Configuration: configuration, Rate: rate, Time: time, Round: -1}
}

func TestReadCSV(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name, text string
		want       []Sample
	}{
		{"as compare.js writes it", head + `"old","a.js","n=1",5.5,0.25` + "\n", []Sample{row("old", "a.js", "n=1", 5.5, 0.25)}},
		{"no newline at the end", head + `"old","a.js","n=1",5,1`, []Sample{row("old", "a.js", "n=1", 5, 1)}},
		{"CRLF", strings.ReplaceAll(head+`"old","a.js","n=1",5,"1"`+"\n"+`"new","a.js","n=1",6,2`+"\n", "\n", "\r\n"),
			[]Sample{row("old", "a.js", "n=1", 5, 1), row("new", "a.js", "n=1", 6, 2)}},
		{"blanks behind commas stay in the value", `"binary", "filename", "configuration", "rate", "time"` + "\n" + `"old", "a.js", "n=1", 5, 1`,
			[]Sample{row("old", " a.js", " n=1", 5, 1)}},
		{"doubled quotes, commas, newlines", head + `"new","a,b.js","s=""it's"" u='x,` + "\n" + `y'",5,1`,
			[]Sample{row("new", "a,b.js", "s=\"it's\" u='x,\ny'", 5, 1)}},
		{"no time column", `"binary","filename","configuration","rate"` + "\n" + `"old","a.js","",5`, []Sample{row("old", "a.js", "", 5, nan)}},
		{"no time in a row", head + `"old","a.js","",5` + "\n" + `"old","a.js","",6,`, []Sample{row("old", "a.js", "", 5, nan), row("old", "a.js", "", 6, nan)}},
		{"Infinity and NaN", head + `"old","a.js","",Infinity,0` + "\n" + `"old","a.js","",NaN,1`, []Sample{row("old", "a.js", "", math.Inf(1), 0), row("old", "a.js", "", nan, 1)}},
		{"columns in another order", "rate,time,binary,configuration,filename\n", nil},
		{"time as decimal text", head + `"old","a.js","",5,"0.405000001"`, []Sample{row("old", "a.js", "", 5, 0.405000001)}},
		{"the header again, as in joined files", head + `"old","a.js","",5,1` + "\n" + head + `"new","a.js","",6,1`, []Sample{row("old", "a.js", "", 5, 1), row("new", "a.js", "", 6, 1)}},
		{"empty lines and a byte order mark", "\uFEFF" + head + "\n\n" + `"old","a.js","",5,1` + "\n\n", []Sample{row("old", "a.js", "", 5, 1)}},
		{"without quotes", "binary,filename,configuration,rate,time\nold,a.js,n=1,5e3,1\n", []Sample{row("old", "a.js", "n=1", 5000, 1)}},
	} {
		set, err := ReadOptions{}.readCSV(strings.NewReader(c.text), "x.csv")
		if c.name == "columns in another order" {
			// Recognised by its first column; anything else is no header.
			if err == nil {
				t.Errorf("%s: no error", c.name)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if d := cmp.Diff(c.want, set.Samples, sameNaN); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, d)
		}
	}
}

func TestReadCSVErrors(t *testing.T) {
	good := `"old","a.js","n=1",5,1` + "\n"
	for _, c := range []struct {
		text, want string
		kept       int // rows that --lenient keeps; -1: an error there, too
	}{
		{"", "x.csv:1: the header", -1},
		{good, "x.csv:1: the header", -1},
		{`"binary","filename","rate"` + "\n", `x.csv:1: the header has no column "configuration"`, -1},
		{head + good + "hello\n" + good, `x.csv:3: not a row of samples: "hello"`, 2},
		{head + good + "it's \"odd\"\n" + good, "x.csv:3: a quote inside", 2},
		{head + good + "\"never closed\n" + good, "x.csv:3: text behind the closing quote", 2},
		{head + good + "\"never closed\n", "x.csv:3: the quote that begins here is never closed", 1},
		{head + good + `stray"old","a.js","n=1",5,1` + "\n" + good, "x.csv:3: a quote inside", 2},
		{head + `"old","a.js","n=1",fast,1` + "\n" + good, `x.csv:2: rate "fast" is not a number`, 1},
		{head + `"old","a.js","n=1",,1` + "\n" + good, `x.csv:2: rate "" is not a number`, 1},
		{head + `"old","a.js","n=1",0x10,1` + "\n" + good, `x.csv:2: rate "0x10" is not a number`, 1},
		{head + `"old","a.js","n=1",5,1stray` + "\n" + good, `x.csv:2: time "1stray" is not a number`, 1},
		{head + `"older","a.js","n=1",5,1` + "\n" + good, `x.csv:2: unknown binary "older": it must be old or new`, 1},
		{head + `"","a.js","n=1",5,1` + "\n" + good, `x.csv:2: the name of the binary is empty`, 1},
		{head + `"old","a.js","n=1",5,1,9` + "\n" + good, `x.csv:2: 6 fields, the header has 5`, 1},
		{head + "\"old\",\"a\nb\",\"\",5,1\nhello\n", `x.csv:4: not a row`, 1},
	} {
		_, err := ReadOptions{}.readCSV(strings.NewReader(c.text), "x.csv")
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
		set, err := ReadOptions{Lenient: true}.readCSV(strings.NewReader(c.text), "x.csv")
		switch {
		case c.kept < 0:
			if err == nil {
				t.Errorf("%q: lenient gives no error", c.text)
			}
		case err != nil:
			t.Errorf("%q: lenient: %v", c.text, err)
		case len(set.Samples) != c.kept || set.Skipped != 1 || len(set.Notes) != 1:
			t.Errorf("%q: lenient keeps %d, skips %d, notes %q; want %d and 1", c.text, len(set.Samples), set.Skipped, set.Notes, c.kept)
		}
	}
}

func TestCSVRoundTrip(t *testing.T) {
	want := []Sample{
		row("old", "a.js", Conf{{"s", "it's"}, {"n", 1e21}}.Inspect(), 1234.5678, 0.1),
		row("new", "a,\"b\".js", Conf{{"s", "a\nb\"'`"}, {"t", true}}.Inspect(), 1e-7, math.NaN()),
		row("new", "c.js", "", math.Inf(1), 0),
	}
	var b strings.Builder
	w := NewCSVWriter(&b)
	for _, s := range want {
		if err := w.Write(s); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Write(Sample{Binary: "old", Filename: "a.js", Rate: 1, AA: "b"}); err != nil {
		t.Fatal(err)
	}
	if first, _, _ := strings.Cut(b.String(), "\n"); first+"\n" != head {
		t.Errorf("header %s", first)
	}
	if !strings.Contains(b.String(), `"old","a.js","s=""it's"" n=1e+21",1234.5678,0.1`+"\n") {
		t.Errorf("not as compare.js writes it:\n%s", b.String())
	}
	set, err := ReadCSV(strings.NewReader(b.String()), "x.csv")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, set.Samples, sameNaN); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestReadCSVCutOff(t *testing.T) {
	// A rate of 123456.7 of which a crash left 123.
	text := head + `"old","a.js","n=1",5,1` + "\n" + `"new","a.js","n=1",123`
	_, err := ReadOptions{}.readCSV(strings.NewReader(text), "x.csv")
	if want := "x.csv:3: the file ends in the middle of a row"; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
	set, err := ReadOptions{Lenient: true}.readCSV(strings.NewReader(text), "x.csv")
	if err != nil || len(set.Samples) != 1 || set.Skipped != 1 {
		t.Errorf("lenient: %v, %+v", err, set)
	}
}
