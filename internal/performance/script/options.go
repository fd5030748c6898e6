package script

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"github.com/nodetimers/nodetimers/internal/bench/programs"
	"github.com/nodetimers/nodetimers/internal/performance/target"
)

// This file is what may be chosen, and the way from the groups' names to their rows.

// Options say what is measured, and beside what. The zero value measures group
// memory alone: the others need a nodetimers.
type Options struct {
	// Groups are names of [Groups]; nil means all of them.
	Groups []string
	// Nodetimers is the path of the built command. Without it the rows that need it
	// are left out, unless JSON has them.
	Nodetimers string
	// Node26, Node20, Bun and Deno are paths of the peers; empty if there is none.
	Node26, Node20, Bun, Deno string
	// Runs is how many rounds, or pairs, are measured; 0 means 15.
	Runs int
	// Filter leaves only programs whose file name has one of these texts in it. A
	// geometric mean is then one of fewer rows.
	Filter []string
	// GOGC sets GOGC for children, and for the engines in this process that run the
	// set+clear of timeouts; empty leaves the settings alone. Group memory counts
	// the same with any.
	GOGC string
	// JSON is a file that nodetimers bench --format json has written, or a folder that
	// was Save. The groups native, goja and node take their samples from there and start
	// no bench; Runs is then the file's number of rounds.
	JSON string
	// Save is a folder that exists, where those groups write their samples.
	Save string
	// Log is where children's standard error goes, and what is measured just now; nil
	// drops both.
	Log io.Writer
}

// defaultRuns is Options.Runs where that is 0.
const defaultRuns = 15

// Groups lists the names of the groups, in the order of the table.
func Groups() []string { return []string{"native", "goja", "node", "command", "memory"} }

// Rows measures the groups one after the other. With an error it returns the rows that
// were there before. It starts processes and loops of its own, and may be called from
// any goroutine, once at a time if the figures are to mean anything.
func Rows(ctx context.Context, o Options) ([]target.Row, error) {
	groups := o.Groups
	if groups == nil {
		groups = Groups()
	}
	for _, name := range groups {
		if !slices.Contains(Groups(), name) {
			return nil, fmt.Errorf("no group %q: it is one of %s", name, strings.Join(Groups(), ", "))
		}
	}
	if _, err := gcPercent(o.GOGC); err != nil {
		return nil, err
	}
	if o.Runs <= 0 {
		o.Runs = defaultRuns
	}
	if o.Log == nil {
		o.Log = io.Discard
	}
	var rows []target.Row
	for _, name := range groups {
		fmt.Fprintf(o.Log, "measuring %s\n", name)
		one := o // a group that reads a file has that file's rounds
		more, err := one.group(ctx, name)
		rows = append(rows, more...)
		if err != nil {
			return rows, fmt.Errorf("group %s: %w", name, err)
		}
	}
	return rows, nil
}

func (o *Options) group(ctx context.Context, name string) ([]target.Row, error) {
	switch name {
	case "native":
		return o.native(ctx)
	case "goja":
		return o.againstGoja(ctx)
	case "node":
		return o.againstNode(ctx)
	case "command":
		return o.command(ctx)
	}
	return o.memory(ctx)
}

// label is the row's name with the GC setting, if one was given.
func (o *Options) label(name string) string {
	if o.GOGC == "" {
		return name
	}
	return name + ", GOGC=" + o.GOGC
}

// shell is a command for Row.Command, with the GC setting in front.
func (o *Options) shell(command string) string {
	if o.GOGC == "" {
		return command
	}
	return "GOGC=" + o.GOGC + " " + command
}

// benchShell is the command that repeats one row of the bench, or all of them. Peers
// that are programs are variables of the shell: no path of one machine is in it.
func (o *Options) benchShell(runtimes []string, r *programs.Row, floor bool) string {
	words := make([]string, len(runtimes))
	for i, name := range runtimes {
		words[i] = name
		if o.path(name) != "" || slices.Contains(scripted, name) {
			words[i] = name + "=$" + strings.ToUpper(name)
		}
	}
	command := fmt.Sprintf("nodetimers bench --preset quick --runs %d --runtime %s", o.Runs, strings.Join(words, ","))
	if r == nil {
		for _, part := range o.Filter {
			command += " --filter " + part
		}
		command += " timers"
		if floor {
			command += " floor"
		}
		return o.shell(command)
	}
	for _, p := range r.Full[:len(r.Full)-1] { // the last is the count
		command += fmt.Sprintf(" --set %s=%v", p.Key, p.Value)
	}
	if strings.HasSuffix(r.File, "timeout-nexttick.js") { // which has two counts
		command += " --set " + r.Quick.Inspect()
	}
	command += " " + r.File
	if f, ok := r.Floor(); ok && floor {
		command += " " + f.File
	}
	return o.shell(command)
}

// toolShell is the command that repeats a group with the tool that calls this package.
func (o *Options) toolShell(group string, node bool) string {
	command := "go run ./internal/performance"
	if o.Runs != defaultRuns {
		command += fmt.Sprintf(" -pairs %d", o.Runs)
	}
	if o.GOGC != "" {
		command += " -gogc " + o.GOGC
	}
	if node {
		command += " -node $NODE26"
	}
	return command + " " + group
}

// scripted are the peers that are programs of their own.
var scripted = []string{"node26", "node20", "bun", "deno"}

// path is where a peer is.
func (o *Options) path(name string) string {
	switch name {
	case "node26":
		return o.Node26
	case "node20":
		return o.Node20
	case "bun":
		return o.Bun
	case "deno":
		return o.Deno
	}
	return ""
}

// required lists the 22 rows, those that Filter leaves.
func (o *Options) required() []programs.Row {
	var list []programs.Row
	for _, r := range programs.Rows() {
		_, name, _ := strings.Cut(r.File, "/")
		matches := func(part string) bool { return strings.Contains(name, part) }
		if r.Required() && (len(o.Filter) == 0 || slices.ContainsFunc(o.Filter, matches)) {
			list = append(list, r)
		}
	}
	return list
}

// errNoNodetimers is for what cannot be measured without the command.
var errNoNodetimers = errors.New("the path of a nodetimers command is needed")

// gcPercent reads a value of GOGC as debug.SetGCPercent takes it.
func gcPercent(text string) (int, error) {
	if text == "off" {
		return -1, nil
	}
	if text == "" {
		return 100, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > math.MaxInt32 {
		return 0, fmt.Errorf("GOGC must be a percentage or off, not %q", text)
	}
	return n, nil
}

// withGC makes the setting this process's own until the function it returns is called.
func (o *Options) withGC() (restore func()) {
	n, err := gcPercent(o.GOGC)
	if err != nil || o.GOGC == "" {
		return func() {}
	}
	old := debug.SetGCPercent(n)
	return func() { debug.SetGCPercent(old) }
}
