package samples

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf16"
)

// This file opens files of any of the formats and joins them.

// ReadOptions say how files are read. The zero value takes the CSV of compare.js
// strictly: the binaries are old and new, and each line is a row.
type ReadOptions struct {
	// Lenient leaves out lines that are no rows and counts them in Set.Skipped.
	Lenient bool
	// AnyBinary takes binaries of all names, not only old and new.
	AnyBinary bool
	// Stdin is what the path "-" means; nil is os.Stdin.
	Stdin io.Reader
}

// Open reads files with any names of binaries; see [ReadOptions.Open].
func Open(paths ...string) (*Set, error) {
	return ReadOptions{AnyBinary: true}.Open(paths...)
}

// Open reads the files, whatever their formats, and joins them in order. Go's
// benchmark text does not say which binary it is from: of two such files the first
// is old and the second new, more are named after their files.
func (o ReadOptions) Open(paths ...string) (*Set, error) {
	if len(paths) == 0 {
		return nil, errors.New("samples: no file to read")
	}
	var sets []*Set
	nameless := 0
	for i, path := range paths {
		if path == "-" && slices.Contains(paths[:i], path) {
			return nil, errors.New("standard input is named twice, and can be read once")
		}
		set, err := o.openOne(path)
		if err != nil {
			return nil, err
		}
		if set.nameless() {
			nameless++
		}
		sets = append(sets, set)
	}
	joined := &Set{}
	n := 0
	for i, set := range sets {
		isNameless := set.nameless()
		if isNameless {
			name := strings.TrimSuffix(filepath.Base(paths[i]), filepath.Ext(paths[i]))
			if nameless <= 2 {
				name = []string{"old", "new"}[n]
			}
			n++
			for j := range set.Samples {
				if set.Samples[j].Binary == "" {
					set.Samples[j].Binary = name
				}
			}
		}
		joined.Join(set)
		if !isNameless && sameFile(paths[:i], paths[i]) {
			joined.Notes = append(joined.Notes, paths[i]+" is named twice: its samples count twice, and intervals are narrower than they should be")
		}
	}
	if !o.AnyBinary {
		for _, name := range joined.Names() {
			if name != "old" && name != "new" {
				return nil, fmt.Errorf("%s: unknown binary %q: it must be old or new; for other names say which is the first with --baseline",
					strings.Join(paths, ", "), name)
			}
		}
	}
	return joined, nil
}

func (s *Set) nameless() bool {
	for _, x := range s.Samples {
		if x.Binary == "" {
			return true
		}
	}
	return false
}

// sameFile reports whether one of the paths is the file that path is.
func sameFile(paths []string, path string) bool {
	file, err := os.Stat(path)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(paths, func(other string) bool {
		info, err := os.Stat(other)
		return err == nil && os.SameFile(file, info)
	})
}

func (o ReadOptions) openOne(path string) (*Set, error) {
	var data []byte
	var err error
	if path == "-" {
		in := o.Stdin
		if in == nil {
			in = os.Stdin
		}
		data, err = io.ReadAll(in)
		path = "<stdin>"
	} else {
		data, err = os.ReadFile(path)
	}
	if err != nil {
		return nil, err
	}
	return o.Read(bytes.NewReader(data), path)
}

// Read reads one file of any format. The name is for errors.
func (o ReadOptions) Read(r io.Reader, name string) (*Set, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	data = decodeText(data)
	switch detect(data) {
	case formatJSON:
		return ReadJSON(bytes.NewReader(data), name)
	case formatGo:
		return o.readGoBench(bytes.NewReader(data), name)
	}
	return o.readCSV(bytes.NewReader(data), name)
}

// decodeText takes a byte order mark away, and UTF-16 with it: the shell of Windows
// writes that when output is redirected to a file.
func decodeText(data []byte) []byte {
	var order binary.ByteOrder = binary.LittleEndian
	switch {
	case bytes.HasPrefix(data, []byte("\xfe\xff")):
		order = binary.BigEndian
	case !bytes.HasPrefix(data, []byte("\xff\xfe")):
		return bytes.TrimPrefix(data, []byte("\uFEFF"))
	}
	units := make([]uint16, 0, len(data)/2)
	for rest := data[2:]; len(rest) >= 2; rest = rest[2:] {
		units = append(units, order.Uint16(rest))
	}
	return []byte(string(utf16.Decode(units)))
}

type format int

const (
	formatCSV format = iota
	formatJSON
	formatGo
)

// detect looks for what only one format has: a brace at the start, the header of
// the CSV, a line that begins with Benchmark.
func detect(data []byte) format {
	if bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) {
		return formatJSON
	}
	for line := range bytes.Lines(data) {
		line = bytes.TrimLeft(line, " \t")
		if bytes.HasPrefix(line, []byte(`"binary"`)) || bytes.HasPrefix(line, []byte("binary,")) {
			return formatCSV
		}
		if rest, ok := bytes.CutPrefix(line, []byte("Benchmark")); ok && len(rest) > 0 && !(rest[0] >= 'a' && rest[0] <= 'z') {
			return formatGo
		}
	}
	return formatCSV
}
