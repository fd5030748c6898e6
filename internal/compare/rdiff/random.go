package main

import (
	"math"
	"math/rand/v2"
	"strings"

	"github.com/nodetimers/nodetimers/internal/samples"
)

// This file draws files of samples. What makes R abort is drawn rarely: one such row
// costs the whole file.

func file(rng *rand.Rand) string {
	separator := ","
	if rng.IntN(4) == 0 {
		separator = ", " // as before 2021
	}
	withTime := rng.IntN(5) > 0
	header := []string{`"binary"`, `"filename"`, `"configuration"`, `"rate"`, `"time"`}
	lines := []string{}
	seen := map[string]bool{}
	for range 1 + rng.IntN(12) {
		filename, configuration := name(rng)
		if seen[filename+" "+configuration] {
			continue
		}
		seen[filename+" "+configuration] = true
		double := strings.NewReplacer(`"`, `""`)
		add := func(binary string, rates []float64) {
			for _, rate := range rates {
				fields := []string{`"` + binary + `"`, `"` + double.Replace(filename) + `"`, `"` + double.Replace(configuration) + `"`, samples.Number(rate)}
				if withTime {
					fields = append(fields, samples.Number(rng.Float64()))
				}
				lines = append(lines, strings.Join(fields, separator))
			}
		}
		old, new := rates(rng)
		add("old", old)
		add("new", new)
		if rng.IntN(200) == 0 {
			add("third", []float64{1})
		}
	}
	rng.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	if !withTime {
		header = header[:4]
	}
	return strings.Join(header, separator) + "\n" + strings.Join(lines, "\n") + "\n"
}

func name(rng *rand.Rand) (filename, configuration string) {
	files := []string{"timers/immediate.js", "url/parse.js", "t/a-b.js", "t/a_b.js", "t/aB.js", "t/ab.js", "fs/read, write.js", "日本/語.js"}
	filename = files[rng.IntN(len(files))]
	texts := []string{"depth", "it's", `say "hi"`, "a'b\"c", `C:\tmp`, "line\nbreak", "🚀", "e\u0301te", "½ – ±", "", "日本語", "Привет", strings.Repeat("long ", 30)}
	var conf samples.Conf
	for i := range rng.IntN(4) {
		p := samples.Param{Key: string(rune('a' + i))}
		switch rng.IntN(3) {
		case 0:
			p.Value = texts[rng.IntN(len(texts))]
		case 1:
			p.Value = math.Trunc(math.Exp(20 * rng.Float64()))
		default:
			p.Value = rng.IntN(2) == 0
		}
		conf = append(conf, p)
	}
	return filename, conf.Inspect()
}

// rates draws both sides of a row.
func rates(rng *rand.Rand) (old, new []float64) {
	size := func() int {
		switch rng.IntN(12) {
		case 0:
			return 1
		case 1:
			return 2
		case 2:
			return 50 + rng.IntN(15)
		}
		return 3 + rng.IntN(30)
	}
	scale := math.Pow(10, 1+6*rng.Float64())
	// R raises standard errors to the fourth power: those of rates of 1e95 become
	// infinite, those of 1e-95 zero, and it aborts. Where only some of them over- or
	// underflow R prints degrees of freedom with few right digits or none; that zone
	// is left out.
	switch rng.IntN(40) {
	case 0, 1:
		scale = math.Pow(10, 120*rng.Float64()-60)
	case 2:
		if rng.IntN(10) == 0 {
			scale = math.Pow(1e95, float64(1-2*rng.IntN(2)))
		}
	}
	noise := math.Pow(10, -5*rng.Float64())
	shift := 1 + 0.1*rng.NormFloat64()*float64(rng.IntN(2))
	round := 0.0
	if rng.IntN(5) == 0 {
		round = scale * noise // ties
	}
	draw := func(n int, center float64) []float64 {
		list := make([]float64, n)
		for i := range list {
			v := math.Abs(center * (1 + noise*rng.NormFloat64()))
			if round > 0 {
				v = math.Round(v/round) * round
			}
			list[i] = v
		}
		return list
	}
	old, new = draw(size(), scale), draw(size(), scale*shift)
	switch rng.IntN(60) {
	case 0:
		old = constant(len(old), scale)
	case 1:
		new = constant(len(new), scale)
	case 2:
		old = constant(len(old), 0)
	case 3:
		old[0] = math.NaN()
	case 4:
		new[0] = math.NaN()
	case 5:
		old = nil
	case 6:
		new = nil
	}
	switch rng.IntN(400) {
	case 0:
		old, new = constant(len(old)+1, scale), constant(len(new)+1, scale*shift)
	case 1:
		new = append(new, math.Inf(1))
	case 2:
		old = append(old, math.Inf(1))
	}
	if len(old)+len(new) == 0 {
		old = []float64{1}
	}
	return old, new
}

func constant(n int, v float64) []float64 {
	list := make([]float64, n)
	for i := range list {
		list[i] = v
	}
	return list
}
