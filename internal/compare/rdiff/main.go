// Command rdiff compares this package with R on random files of samples:
//
//	go run ./internal/compare/rdiff -n 500 -seed 1
//
// It needs Rscript (package r-base-core of Debian). Each file has rows of many kinds:
// few and many samples, ties, constants, rates of NaN and infinity, rates from 1e-95
// to 1e95, names with quotes, backslashes and wide characters, separators with and
// without a blank. The text must be R's to the byte, abort for abort; p values and
// degrees of freedom must agree to 1e-8 and 1e-9. It prints what differs, then a
// count, and exits with 1 if anything did.
package main

import (
	"bytes"
	_ "embed"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/nodetimers/nodetimers/internal/compare"
	"github.com/nodetimers/nodetimers/internal/samples"
)

//go:embed reference.R
var script []byte

func main() {
	n := flag.Int("n", 500, "how many files")
	seed := flag.Uint64("seed", 1, "what the files are drawn from")
	keep := flag.String("keep", "", "keep the files in this folder")
	flag.Parse()
	if err := run(*n, *seed, *keep); err != nil {
		fmt.Fprintln(os.Stderr, "rdiff:", err)
		os.Exit(1)
	}
}

func run(n int, seed uint64, folder string) error {
	if folder == "" {
		var err error
		if folder, err = os.MkdirTemp("", "rdiff"); err != nil {
			return err
		}
		defer os.RemoveAll(folder)
	} else if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	for i := range n {
		text := file(rand.New(rand.NewPCG(seed, uint64(i))))
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%05d.csv", i)), []byte(text), 0o666); err != nil {
			return err
		}
	}
	program := filepath.Join(folder, "reference.R")
	if err := os.WriteFile(program, script, 0o666); err != nil {
		return err
	}
	r := exec.Command("Rscript", "--vanilla", program, folder)
	r.Env = append(os.Environ(), "LC_ALL=", "LC_CTYPE=C.UTF-8", "LC_COLLATE=C")
	if out, err := r.CombinedOutput(); err != nil {
		return fmt.Errorf("%v\n%s", err, out)
	}
	var c counts
	for i := range n {
		if err := c.check(filepath.Join(folder, fmt.Sprintf("%05d", i))); err != nil {
			c.different++
			fmt.Printf("file %d: %v\n", i, err)
		}
	}
	fmt.Printf("%d files, seed %d: %d tables of %d rows, %d aborts, %d numbers; %d files differ\n",
		n, seed, c.tables, c.rows, c.aborts, c.numbers, c.different)
	for reason, times := range c.reasons {
		fmt.Printf("  R's abort %q: %d\n", reason, times)
	}
	if c.different > 0 {
		return fmt.Errorf("%d files differ", c.different)
	}
	return nil
}

type counts struct {
	tables, rows, aborts, numbers, different int
	reasons                                  map[string]int
}

// check compares one file. The error says what differs.
func (c *counts) check(base string) error {
	want, err := os.ReadFile(base + ".out")
	if err != nil {
		return err
	}
	why, err := os.ReadFile(base + ".err")
	if err != nil {
		return err
	}
	set, err := samples.Open(base + ".csv")
	if err != nil {
		return err
	}
	report, err := compare.New(set, compare.Options{AllowOthers: true})
	if err != nil {
		return err
	}
	reason := strings.TrimSpace(string(why))
	abort := compare.CompatError(report)
	switch {
	case reason != "" && abort == nil:
		return fmt.Errorf("an abort in R only: %s", reason)
	case reason == "" && abort != nil:
		return fmt.Errorf("an abort here only: %v", abort)
	case reason != "":
		c.aborts++
		if c.reasons == nil {
			c.reasons = map[string]int{}
		}
		c.reasons[reason]++
		if !strings.Contains(reason, abort.Error()) {
			return fmt.Errorf("aborts differ: R with %q, we with %q", reason, abort)
		}
		return nil
	}
	c.tables++
	var got bytes.Buffer
	if err := compare.WriteText(&got, report, compare.TextOptions{Compat: true}); err != nil {
		return err
	}
	if got.String() != string(want) {
		return fmt.Errorf("text differs\nR:\n%s\nwe:\n%s", want, got.String())
	}
	numbers, err := os.ReadFile(base + ".num")
	if err != nil {
		return err
	}
	lines := strings.Split(strings.TrimSpace(string(numbers)), "\n")
	rows := report.Comparisons[0].Rows
	for i, row := range rows {
		c.rows++
		fields := strings.Fields(lines[i])
		for j, ours := range []float64{row.Test.P, row.Test.DF, row.Rank.P, row.HolmP, row.BHP} {
			c.numbers++
			theirs, err := strconv.ParseFloat(fields[j], 64)
			if err != nil {
				theirs = math.NaN() // NA
			}
			tolerance := []float64{1e-8, 1e-9, 1e-8, 1e-8, 1e-8}[j]
			if !(math.Abs(ours-theirs) <= tolerance*math.Abs(theirs) || math.IsNaN(ours) && math.IsNaN(theirs)) {
				return fmt.Errorf("%s: %s is %.17g in R, here %.17g", row.Name, []string{"p", "df", "rank p", "Holm p", "BH p"}[j], theirs, ours)
			}
		}
	}
	return nil
}
