package bench

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"

	"github.com/nodetimers/nodetimers/internal/samples"
)

// This file reads what a leaf says: reports, or that its row is not available.
// Messages of other types are passed over.

// gatherer collects the messages of one leaf.
type gatherer struct {
	row     Row
	list    []samples.Sample
	reason  string // not available
	problem error  // a report that is none
}

type leafMessage struct {
	Type   string          `json:"type"`
	Name   string          `json:"name"`
	Conf   samples.Conf    `json:"conf"`
	Rate   json.RawMessage `json:"rate"`
	Time   json.RawMessage `json:"time"`
	Reason string          `json:"reason"`
}

func (g *gatherer) message(raw json.RawMessage) {
	var m leafMessage
	if err := json.Unmarshal(raw, &m); err != nil {
		var kind struct {
			Type string `json:"type"`
		}
		if json.Unmarshal(raw, &kind) == nil && kind.Type == "report" {
			g.problem = fmt.Errorf("reported what cannot be read: %w", err)
		}
		return
	}
	switch m.Type {
	case "report":
		s, err := m.sample(g.row)
		if err != nil {
			g.problem = err
			return
		}
		g.list = append(g.list, s)
	case "unavailable":
		g.reason = m.Reason
		if g.reason == "" {
			g.reason = "not available"
		}
	}
}

// sample turns a report into a sample. time is a number of seconds or a decimal
// string of them.
func (m *leafMessage) sample(row Row) (samples.Sample, error) {
	s := samples.Sample{Filename: m.Name, Conf: m.Conf, Time: samples.Unknown}
	if s.Filename == "" {
		s.Filename = row.Program.ID
	}
	if s.Conf == nil {
		s.Conf = row.Conf
	}
	s.Configuration = s.Conf.Inspect()
	if err := json.Unmarshal(m.Rate, &s.Rate); err != nil || string(m.Rate) == "null" || math.IsNaN(s.Rate) {
		return s, fmt.Errorf("reported a rate that is no number: %.40s", m.Rate)
	}
	var text string
	if json.Unmarshal(m.Time, &text) != nil {
		text = string(m.Time)
	}
	if t, err := strconv.ParseFloat(text, 64); err == nil {
		s.Time = t
	}
	return s, nil
}

// said reports whether the leaf has said what it has to say, as far as one can
// know: it may report several times.
func (g *gatherer) said() bool { return len(g.list) > 0 || g.reason != "" }

// file takes the messages that a leaf wrote into a file.
func (g *gatherer) file(name string) {
	data, err := os.ReadFile(name)
	if err != nil {
		g.problem = err
		return
	}
	for line := range bytes.Lines(data) {
		g.message(json.RawMessage(bytes.TrimSpace(line)))
	}
}

var errSilent = errors.New("ended without a report")

// result is what the leaf's messages come to, if it ended well.
func (g *gatherer) result() (list []samples.Sample, reason string, err error) {
	switch {
	case g.problem != nil:
		return nil, "", g.problem
	case len(g.list) > 0:
		return g.list, "", nil
	case g.reason != "":
		return nil, g.reason, nil
	}
	return nil, "", errSilent
}
