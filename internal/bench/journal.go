package bench

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/nodetimers/nodetimers/internal/samples"
)

// This file keeps what a run has measured so far, so that one that was interrupted
// can go on: a file of JSON lines, the first of which says what is measured.
//
//	{"format":"nodetimers-journal-1","binaries":[...],"programs":{...},"runs":30,...}
//	{"sample":{...},"side":""}
//	{"missing":{...}}
//
// Each result is written when it comes, in one write, and a line that was cut off
// at the end is dropped. A run goes on only if nothing that its results depend on
// has changed: the binaries' bytes, the programs', the rows and the order. Processes
// that failed are not kept; they are tried again.

const journalFormat = "nodetimers-journal-1"

// journalHead is the first line.
type journalHead struct {
	Format   string            `json:"format"`
	Binaries []samples.Binary  `json:"binaries"`
	Programs map[string]string `json:"programs"` // SHA-256 by script id
	Rows     []string          `json:"rows"`
	Runs     int               `json:"runs"`
	AA       int               `json:"aa"`
	Seed     uint64            `json:"seed"`
	Shuffle  bool              `json:"shuffle"`
	Note     string            `json:"note,omitempty"`
}

type journalLine struct {
	Sample  *samples.Sample  `json:"sample,omitempty"`
	Missing *samples.Missing `json:"missing,omitempty"`
}

// Journal is the file of a run. Its methods may be called by the goroutine of Run
// only.
type Journal struct {
	f     *os.File
	known map[journalKey]bool
	past  samples.Set
}

type journalKey struct {
	binary, row, side string
	round             int
}

// CreateJournal begins a journal for a plan. The file must not exist. The binaries
// are those of Describe, with their hashes; note is for what else must be the same
// when the run goes on.
func CreateJournal(name string, plan Plan, binaries []samples.Binary, note string) (*Journal, error) {
	head, err := headOf(plan, binaries, note)
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if errors.Is(err, os.ErrExist) {
		return nil, fmt.Errorf("%s exists: remove it, or go on with its run", name)
	}
	if err != nil {
		return nil, err
	}
	j := &Journal{f: f, known: map[journalKey]bool{}}
	if err = lockJournal(f, name); err == nil {
		err = j.write(head)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return j, nil
}

// JournalSeed is the seed that a journal was begun with, for who makes the plan
// again.
func JournalSeed(name string) (uint64, error) {
	f, err := os.Open(name)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	head, err := readHead(name, bufio.NewReader(f))
	return head.Seed, err
}

func readHead(name string, r *bufio.Reader) (head journalHead, err error) {
	line, err := r.ReadBytes('\n')
	if err != nil || json.Unmarshal(line, &head) != nil || head.Format != journalFormat {
		return head, fmt.Errorf("%s:1: not a journal", name)
	}
	return head, nil
}

// ResumeJournal opens the journal of a run that ended early. It refuses if that run
// was another one.
func ResumeJournal(name string, plan Plan, binaries []samples.Binary, note string) (*Journal, error) {
	head, err := headOf(plan, binaries, note)
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(name, os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	j := &Journal{f: f, known: map[journalKey]bool{}}
	if err := j.resume(name, head); err != nil {
		f.Close()
		return nil, err
	}
	return j, nil
}

// resume reads what is there and puts the next line behind it.
func (j *Journal) resume(name string, head journalHead) error {
	if err := lockJournal(j.f, name); err != nil {
		return err
	}
	data, err := io.ReadAll(j.f)
	if err != nil {
		return err
	}
	r := bufio.NewReader(bytes.NewReader(data))
	old, err := readHead(name, r)
	if err != nil {
		return err
	}
	if why := old.differs(head); why != "" {
		return fmt.Errorf("%s is of another run: %s", name, why)
	}
	whole := bytes.IndexByte(data, '\n') + 1
	for n := 2; ; n++ {
		line, err := r.ReadBytes('\n')
		if err == io.EOF {
			break // a line without its end was cut off
		}
		var l journalLine
		if err := json.Unmarshal(line, &l); err != nil {
			return fmt.Errorf("%s:%d: %w", name, n, err)
		}
		whole += len(line)
		j.keep(l)
	}
	if err := j.f.Truncate(int64(whole)); err != nil {
		return err
	}
	_, err = j.f.Seek(int64(whole), io.SeekStart)
	return err
}

// lockJournal keeps a second process out, until the file is closed: lines of two would
// be mixed, and each would measure what the other has.
func lockJournal(f *os.File, name string) error {
	if !lockFile(f) {
		return fmt.Errorf("%s: another process is writing it", name)
	}
	return nil
}

func headOf(plan Plan, binaries []samples.Binary, note string) (journalHead, error) {
	h := journalHead{
		Format: journalFormat, Binaries: binaries, Programs: map[string]string{},
		Runs: plan.runs(), AA: plan.AA, Seed: plan.Seed, Shuffle: plan.Shuffle, Note: note,
	}
	for _, row := range plan.Rows {
		h.Rows = append(h.Rows, row.Name())
		if h.Programs[row.Program.ID] == "" {
			text, err := os.ReadFile(row.Program.Path)
			if err != nil {
				return h, err
			}
			sum := sha256.Sum256(text)
			h.Programs[row.Program.ID] = hex.EncodeToString(sum[:])
		}
	}
	return h, nil
}

// differs says what is not the same, empty if nothing is.
func (h journalHead) differs(o journalHead) string {
	if len(h.Binaries) != len(o.Binaries) {
		return fmt.Sprintf("it has %d binaries, not %d", len(h.Binaries), len(o.Binaries))
	}
	for i, b := range h.Binaries {
		switch p := o.Binaries[i]; {
		case b.Name != p.Name:
			return fmt.Sprintf("its binary %d is %s, not %s", i+1, b.Name, p.Name)
		case b.SHA256 != p.SHA256:
			return fmt.Sprintf("the binary %s has changed (%s then, %s now)", b.Name, short(b.SHA256), short(p.SHA256))
		}
	}
	if !slices.Equal(h.Rows, o.Rows) {
		return "its rows are others"
	}
	for id, sum := range h.Programs {
		if o.Programs[id] != sum {
			return "the program " + id + " has changed"
		}
	}
	switch {
	case h.Runs != o.Runs:
		return fmt.Sprintf("it takes %d runs, not %d", h.Runs, o.Runs)
	case h.AA != o.AA:
		return fmt.Sprintf("it has %d rounds of the first binary against itself, not %d", h.AA, o.AA)
	case h.Seed != o.Seed:
		return fmt.Sprintf("its seed is %d, not %d", h.Seed, o.Seed)
	case h.Shuffle != o.Shuffle:
		return "its combinations are in another order"
	case h.Note != o.Note:
		return fmt.Sprintf("it was begun with %s, not with %s", orNothing(h.Note), orNothing(o.Note))
	}
	return ""
}

func orNothing(s string) string {
	if s == "" {
		return "no further options"
	}
	return s
}

func short(sum string) string {
	if sum == "" {
		return "unknown"
	}
	return sum[:min(12, len(sum))]
}

// Past is what the journal held when it was opened: samples and what is missing.
func (j *Journal) Past() samples.Set { return j.past }

// Skip is for Options.Skip: what the journal holds is not measured again.
func (j *Journal) Skip(row Row, binary string, round int, side string) bool {
	return j.known[journalKey{binary, row.Program.ID + " " + row.Conf.Inspect(), side, round}] ||
		j.known[journalKey{binary, row.Program.ID + " " + row.Conf.Inspect(), "", -1}]
}

// Sample notes a result.
func (j *Journal) Sample(s samples.Sample) error { return j.write(journalLine{Sample: &s}) }

// Missing is like Sample for a row that a binary cannot have.
func (j *Journal) Missing(m samples.Missing) error { return j.write(journalLine{Missing: &m}) }

// Close ends the journal; the file stays.
func (j *Journal) Close() error { return j.f.Close() }

func (j *Journal) write(v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = j.f.Write(append(line, '\n'))
	return err
}

func (j *Journal) keep(l journalLine) {
	if s := l.Sample; s != nil {
		j.known[journalKey{s.Binary, s.Filename + " " + s.Configuration, s.AA, s.Round}] = true
		j.past.Samples = append(j.past.Samples, *s)
	}
	if m := l.Missing; m != nil {
		j.known[journalKey{m.Binary, m.Filename + " " + m.Configuration, "", -1}] = true
		j.past.Missing = append(j.past.Missing, *m)
	}
}
