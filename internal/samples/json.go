package samples

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"time"
)

// This file is the JSON format. It keeps all that a Set has: conf keys in order,
// rates that JSON has no number for (as text), A/A rounds, failures, the machine.
// Each sample also encodes by itself, so a journal of lines is a few lines of code.

// Format is the value of "format" in a file that WriteJSON wrote.
const Format = "nodetimers-samples/1"

type setJSON struct {
	Format   string     `json:"format"`
	Started  *time.Time `json:"started,omitempty"`
	Seed     uint64     `json:"seed,omitempty,string"`
	Order    string     `json:"order,omitempty"`
	Machine  *Machine   `json:"machine,omitempty"`
	Plan     *Plan      `json:"plan,omitempty"`
	Binaries []Binary   `json:"binaries,omitempty"`
	Notes    []string   `json:"notes,omitempty"`
	Skipped  int        `json:"skipped,omitempty"`
	Samples  []Sample   `json:"samples"`
	Failures []Failure  `json:"failures,omitempty"`
	Missing  []Missing  `json:"missing,omitempty"`
}

type sampleJSON struct {
	Binary        string `json:"binary"`
	Filename      string `json:"filename"`
	Configuration string `json:"configuration"`
	Conf          Conf   `json:"conf,omitempty"`
	Rate          Float  `json:"rate"`
	Time          *Float `json:"time,omitempty"`
	Round         *int   `json:"round,omitempty"`
	AA            string `json:"aa,omitempty"`
}

// Float is a float64 that JSON can always hold: NaN, Infinity and -Infinity are
// written as text, and numbers as JavaScript spells them.
type Float float64

// MarshalJSON writes the number, or text if it is not finite.
func (f Float) MarshalJSON() ([]byte, error) {
	text := Number(float64(f))
	if math.IsNaN(float64(f)) || math.IsInf(float64(f), 0) {
		text = `"` + text + `"`
	}
	return []byte(text), nil
}

// UnmarshalJSON reads a number, or the text of one.
func (f *Float) UnmarshalJSON(data []byte) error {
	text := string(data)
	if text != "" && text[0] == '"' {
		if err := json.Unmarshal(data, &text); err != nil {
			return err
		}
	}
	v, ok := number(text)
	if !ok {
		return fmt.Errorf("%q is not a number", text)
	}
	*f = Float(v)
	return nil
}

// MarshalJSON writes the sample without what is not known of it.
func (s Sample) MarshalJSON() ([]byte, error) {
	j := sampleJSON{Binary: s.Binary, Filename: s.Filename, Configuration: s.Configuration, Conf: s.Conf,
		Rate: Float(s.Rate), AA: s.AA}
	if !math.IsNaN(s.Time) {
		t := Float(s.Time)
		j.Time = &t
	}
	if s.Round >= 0 {
		j.Round = &s.Round
	}
	return json.Marshal(j)
}

// UnmarshalJSON reads what MarshalJSON wrote. Without a configuration's text it is
// made from conf.
func (s *Sample) UnmarshalJSON(data []byte) error {
	j := sampleJSON{Rate: Float(math.NaN())}
	var has struct {
		Rate json.RawMessage `json:"rate"`
	}
	if err := json.Unmarshal(data, &j); err != nil {
		return err
	}
	if err := json.Unmarshal(data, &has); err != nil {
		return err
	}
	if has.Rate == nil {
		return errors.New("a sample without a rate")
	}
	*s = Sample{Binary: j.Binary, Filename: j.Filename, Configuration: j.Configuration, Conf: j.Conf,
		Rate: float64(j.Rate), Time: math.NaN(), Round: -1, AA: j.AA}
	if j.Time != nil {
		s.Time = float64(*j.Time)
	}
	if j.Round != nil {
		s.Round = *j.Round
	}
	if s.Configuration == "" && len(s.Conf) > 0 {
		s.Configuration = s.Conf.Inspect()
	}
	return nil
}

// MarshalJSON writes the set in the format of [WriteJSON].
func (s *Set) MarshalJSON() ([]byte, error) {
	j := setJSON{Format: Format, Seed: s.Seed, Order: s.Order, Machine: s.Machine, Plan: s.Plan, Binaries: s.Binaries,
		Notes: s.Notes, Skipped: s.Skipped, Samples: s.Samples, Failures: s.Failures, Missing: s.Missing}
	if j.Samples == nil {
		j.Samples = []Sample{}
	}
	if !s.Started.IsZero() {
		j.Started = &s.Started
	}
	return json.Marshal(j)
}

// UnmarshalJSON reads what MarshalJSON wrote; a set inside a comparison's JSON
// (key "input") is found too.
func (s *Set) UnmarshalJSON(data []byte) error {
	var outer struct {
		Format string          `json:"format"`
		Input  json.RawMessage `json:"input"`
	}
	if err := json.Unmarshal(data, &outer); err != nil {
		return err
	}
	if outer.Input != nil {
		return s.UnmarshalJSON(outer.Input)
	}
	if outer.Format != Format {
		return fmt.Errorf("its format is %q, not %q", outer.Format, Format)
	}
	var j setJSON
	if err := json.Unmarshal(data, &j); err != nil {
		return err
	}
	*s = Set{Seed: j.Seed, Order: j.Order, Machine: j.Machine, Plan: j.Plan, Binaries: j.Binaries, Notes: j.Notes,
		Skipped: j.Skipped, Samples: j.Samples, Failures: j.Failures, Missing: j.Missing}
	if j.Started != nil {
		s.Started = *j.Started
	}
	return nil
}

// WriteJSON writes the set as one JSON object and a newline.
func WriteJSON(w io.Writer, s *Set) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", " ")
	return enc.Encode(s)
}

// ReadJSON reads what [WriteJSON] wrote. The name is the file's, for errors.
func ReadJSON(r io.Reader, name string) (*Set, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	s := &Set{}
	if err := json.Unmarshal(data, s); err != nil {
		line := 1
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			for _, c := range data[:min(int(syntax.Offset), len(data))] {
				if c == '\n' {
					line++
				}
			}
		}
		return nil, fmt.Errorf("%s:%d: %w", name, line, err)
	}
	return s, nil
}
