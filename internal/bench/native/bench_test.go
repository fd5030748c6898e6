package native

import (
	"strings"
	"testing"
	"time"

	"github.com/nodetimers/nodetimers/internal/bench/programs"
	"github.com/nodetimers/nodetimers/internal/samples"
)

// Benchmarks of all rows. A row is done again and again with at most the quick preset's
// count, after one pass that is not counted, until there are b.N of what it counts;
// ns/op is the time of one.
//
//	go test -run '^$' -bench Rows ./internal/bench/native
//	go test -run '^$' -bench 'Rows/row=timers:immediate.js' ./internal/bench/native

func BenchmarkRows(b *testing.B) {
	rows(b, form{"convenient", Native}, form{"owned", NativeOwned})
}

// BenchmarkPeers has the rows of what is not ours. The loop of goja_nodejs has to be
// asked what it lacks, which takes about two seconds.
func BenchmarkPeers(b *testing.B) {
	rows(b, form{"afterfunc", AfterFunc}, form{"timingwheel", TimingWheel}, form{"goja_nodejs", GojaNodejs})
}

type form struct{ name, runtime string }

func rows(b *testing.B, forms ...form) {
	for _, r := range programs.Rows() {
		for _, f := range forms {
			w, missing := find(f.runtime, r.File, r.Full)
			if missing != nil || f.runtime == GojaNodejs && lacks(b, r) {
				continue
			}
			b.Run(benchName(r)+"/form="+f.name, func(b *testing.B) { benchRow(b, w, r.Quick, f.runtime != GojaNodejs) })
		}
	}
}

// benchName has a colon for the slash of a file's name: row=timers:immediate.js,type=depth.
func benchName(r programs.Row) string {
	var b strings.Builder
	b.WriteString("row=" + strings.ReplaceAll(r.File, "/", ":"))
	for _, part := range args(r.Quick) {
		b.WriteString("," + part)
	}
	return b.String()
}

// args spells parameters without quotes.
func args(conf samples.Conf) []string {
	var list []string
	for _, p := range conf {
		text, ok := p.Value.(string)
		if !ok {
			text = samples.Number(p.Value.(float64))
		}
		list = append(list, p.Key+"="+text)
	}
	return list
}

// lacks reports whether goja_nodejs has nothing for a row.
func lacks(b *testing.B, r programs.Row) bool {
	_, _, err := Run(b.Context(), GojaNodejs, r.File, tiny(r.Full, tinyN))
	return err != nil
}

// atMost is conf with a count of at most so many single things.
func atMost(conf samples.Conf, things float64) samples.Conf {
	last := conf[len(conf)-1]
	return tiny(conf, min(max(things, 1), last.Value.(float64)*unitOf(conf)))
}

// unitOf is what a row counts in.
func unitOf(conf samples.Conf) float64 {
	switch conf[len(conf)-1].Key {
	case "thousands":
		return 1e3
	case "millions":
		return 1e6
	}
	return 1
}

// benchRow does a row until b.N things are done. With a stopwatch the benchmark's timer
// runs where the row is timed; otherwise it runs all the time, and only ns/op is the
// row's.
func benchRow(b *testing.B, w twin, conf samples.Conf, stopwatch bool) {
	var total time.Duration
	one := func(conf samples.Conf, timed bool) float64 {
		p := &pass{ctx: b.Context(), conf: conf}
		if stopwatch && timed {
			p.started, p.stopped = b.StartTimer, b.StopTimer
		}
		count, err := w.run(p)
		if err != nil {
			b.Fatal(err)
		}
		if timed {
			total += p.elapsed
		}
		return count * unitOf(conf)
	}
	b.ReportAllocs()
	if stopwatch {
		b.StopTimer()
		if !w.waits {
			one(conf, false)
		}
	}
	b.ResetTimer()
	done := 0.0
	for done < float64(b.N) {
		done += one(atMost(conf, float64(b.N)-done), true)
	}
	b.ReportMetric(float64(total.Nanoseconds())/done, "ns/op")
}
