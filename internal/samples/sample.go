package samples

import (
	"math"
	"strings"
	"time"
)

// This file is the data: a sample, what came instead of one, and the set of all
// that one run measured.

// Sample is one report of one process.
type Sample struct {
	// Binary is "old", "new" or the name of a runtime.
	Binary string
	// Filename is the script's id, such as timers/immediate.js. Out of a CSV file
	// with blanks behind its commas it begins with a blank; see [Sample.Name].
	Filename string
	// Configuration is the text of the parameters, as [Conf.Inspect] has it or as
	// it was read.
	Configuration string
	// Conf is the parameters themselves, nil when they were read from CSV.
	Conf Conf
	// Rate is operations a second.
	Rate float64
	// Time is how long the operations took, in seconds; NaN when unknown.
	Time float64
	// Round is the iteration, from 0; -1 when unknown.
	Round int
	// AA is empty for an ordinary sample. In an A/A round one binary is measured
	// on both sides, and AA is "a" on the first side and "b" on the second.
	AA string
}

// Name is the sample's row in a table: filename, a blank, configuration, without
// the blanks around either that old CSV files have. Without parameters it is the
// filename alone.
func (s Sample) Name() string {
	return strings.TrimSpace(strings.TrimSpace(s.Filename) + " " + strings.TrimSpace(s.Configuration))
}

// RawName is the name as R's script builds it: filename, a blank and
// configuration, nothing trimmed. Without parameters it ends with the blank.
func (s Sample) RawName() string { return s.Filename + " " + s.Configuration }

// Failure is a process that reported nothing because it failed.
type Failure struct {
	Binary        string `json:"binary"`
	Filename      string `json:"filename"`
	Configuration string `json:"configuration"`
	Round         int    `json:"round"`
	Reason        string `json:"reason"`
}

// Missing is a row that a binary cannot have, with the reason.
type Missing struct {
	Binary        string `json:"binary"`
	Filename      string `json:"filename"`
	Configuration string `json:"configuration"`
	Reason        string `json:"reason"`
}

// Binary is what was measured.
type Binary struct {
	Name    string `json:"name"`
	Path    string `json:"path,omitempty"`
	Version string `json:"version,omitempty"`
	SHA256  string `json:"sha256,omitempty"`
}

// Set is everything that was measured, and on what.
type Set struct {
	// Binaries are in the order of the command line; the first is the one that
	// others are compared with. Empty when the file did not say.
	Binaries []Binary
	// Machine is nil when unknown.
	Machine *Machine
	// Seed is what the order was drawn from; 0 when unknown.
	Seed uint64
	// Order says in words how the processes took turns.
	Order string
	// Samples are in the order in which they were measured.
	Samples  []Sample
	Failures []Failure
	Missing  []Missing
	// Plan is the rule by which rows were stopped early, nil if there was none.
	Plan *Plan
	// Started is zero when unknown.
	Started time.Time
	// Skipped counts the lines that a lenient reader left out.
	Skipped int
	// Notes are remarks about the data: what was skipped, files that come from
	// different machines.
	Notes []string
}

// Names lists the names of binaries: first those that Binaries declares, then
// what else the samples have, in the order of their first sample.
func (s *Set) Names() []string {
	var names []string
	seen := map[string]bool{}
	add := func(name string) {
		if !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	for _, b := range s.Binaries {
		add(b.Name)
	}
	for _, x := range s.Samples {
		add(x.Binary)
	}
	return names
}

// Join appends the other set. What both sets say about binaries is kept once;
// where they disagree, or were measured on machines that differ, a note says so.
func (s *Set) Join(o *Set) {
	for _, b := range o.Binaries {
		known := false
		for _, have := range s.Binaries {
			if have.Name != b.Name {
				continue
			}
			known = true
			if have.SHA256 != "" && b.SHA256 != "" && have.SHA256 != b.SHA256 {
				s.Notes = append(s.Notes, "the files were measured with different binaries named "+b.Name)
			}
		}
		if !known {
			s.Binaries = append(s.Binaries, b)
		}
	}
	switch {
	case s.Machine == nil:
		s.Machine = o.Machine
	case o.Machine != nil:
		for _, d := range s.Machine.Differences(o.Machine) {
			s.Notes = append(s.Notes, "the files come from machines that differ: "+d)
		}
	}
	if s.Seed == 0 {
		s.Seed = o.Seed
	}
	if s.Order == "" {
		s.Order = o.Order
	}
	if s.Started.IsZero() || !o.Started.IsZero() && o.Started.Before(s.Started) {
		s.Started = o.Started
	}
	if s.Plan == nil {
		s.Plan = o.Plan
	}
	s.Samples = append(s.Samples, o.Samples...)
	s.Failures = append(s.Failures, o.Failures...)
	s.Missing = append(s.Missing, o.Missing...)
	s.Skipped += o.Skipped
	s.Notes = append(s.Notes, o.Notes...)
}

// Unknown is the Time of a sample whose time is not known.
var Unknown = math.NaN()
