package compare

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/nodetimers/nodetimers/internal/samples"
)

// This file chooses rows.

// Filter says which samples are kept. The zero value keeps all.
type Filter struct {
	// Files keeps a sample if its script's file name, without the category, contains
	// any of these. Empty keeps all.
	Files []string
	// Exclude drops a sample if its script's file name contains any of these.
	Exclude []string
	// Where is key=value: a sample is kept if it has one of the values given for
	// each key.
	Where []string
}

// Keep reports whether the sample is kept.
func (f Filter) Keep(s samples.Sample) bool {
	name := trimmed(s.Filename)
	name = name[strings.LastIndexByte(name, '/')+1:]
	if len(f.Files) > 0 && !containsAny(name, f.Files) || containsAny(name, f.Exclude) {
		return false
	}
	if len(f.Where) == 0 {
		return true
	}
	conf := s.Conf
	if conf == nil {
		conf, _ = samples.ParseConf(trimmed(s.Configuration))
	}
	met := map[string]bool{}
	for _, w := range f.Where {
		key, want, _ := strings.Cut(w, "=")
		v, ok := conf.Get(key)
		met[key] = met[key] || ok && same(v, want)
	}
	for _, ok := range met {
		if !ok {
			return false
		}
	}
	return true
}

// Check returns an error for a Where that is not key=value.
func (f Filter) Check() error {
	for _, w := range f.Where {
		if key, _, ok := strings.Cut(w, "="); !ok || key == "" {
			return fmt.Errorf("%q is not KEY=VALUE", w)
		}
	}
	return nil
}

func same(v samples.Value, want string) bool {
	switch v := v.(type) {
	case string:
		return v == want
	case float64:
		f, err := strconv.ParseFloat(want, 64)
		return err == nil && f == v
	}
	return fmt.Sprint(v) == want
}

func containsAny(s string, parts []string) bool {
	for _, p := range parts {
		if strings.Contains(s, p) {
			return true
		}
	}
	return false
}

func trimmed(s string) string { return strings.TrimSpace(s) }
