// Package samples is what a measurement is: one number of operations a second
// that one process reported for one combination of a benchmark's parameters. It
// reads and writes the files that hold measurements and computes nothing.
//
//	set, err := samples.Open("old-and-new.csv")
//	for _, s := range set.Samples {
//		fmt.Println(s.Binary, s.Name(), s.Rate)
//	}
//
// Three formats are known, and [Open] tells them apart by their content:
//
//   - the CSV that Node.js's benchmark/compare.js prints ([ReadCSV], [CSVWriter]),
//   - this package's JSON, which alone keeps everything ([ReadJSON], [WriteJSON]),
//   - Go's benchmark text, as go test -bench prints and benchstat reads
//     ([ReadGoBench], [WriteGoBench]).
//
// A parameter's value is text, a number or a boolean, and the order of the
// parameters is part of a row's name; so they are a list ([Conf]), not a map.
//
// Nothing here is shared between goroutines: a [Set] or a [CSVWriter] belongs to
// one goroutine at a time.
//
// Reading order of the files: sample.go, conf.go, quote.go, csv.go, json.go,
// gobench.go, open.go, machine.go.
package samples
