package programs

import (
	"slices"
	"strings"

	"github.com/nodetimers/nodetimers/internal/samples"
)

// This file is the table of rows: each combination of each program with the count
// it was published with (full) and one with which the whole suite takes about a
// minute on one runtime (quick). The tests hold it against the programs themselves.

// Row is a program with one combination of its parameters.
type Row struct {
	// File is the script's id, such as timers/immediate.js: its path in FS.
	File string
	// Full and Quick are the combination in the two presets, in printed order. They
	// differ in the count, which is the last parameter: n, thousands or millions.
	Full, Quick samples.Conf
}

// Name is the full row's name: timers/immediate.js type='depth' n=5000000.
func (r Row) Name() string { return r.File + " " + r.Full.Inspect() }

// QuickName is the quick row's name.
func (r Row) QuickName() string { return r.File + " " + r.Quick.Inspect() }

// Required reports whether the row is one of the 22 of Node's category timers today.
func (r Row) Required() bool {
	category, name, _ := strings.Cut(r.File, "/")
	return category == "timers" && !slices.Contains(others, name)
}

// others are programs in timers that Node's category does not have, or no longer.
var others = []string{"set-immediate-depth.js", "getActiveTimers-bench.js", "priority-queue.js"}

// Floor is the row of the same loop without timers, if there is one.
func (r Row) Floor() (Row, bool) {
	category, name, _ := strings.Cut(r.File, "/")
	if category != "timers" || !slices.Contains(floors, name) {
		return Row{}, false
	}
	r.File = "floor/" + name
	return r, true
}

var floors = []string{
	"immediate.js", "set-immediate-breadth.js", "set-immediate-breadth-args.js", "set-immediate-depth-args.js",
	"timers-breadth.js", "timers-breadth-args.js", "timers-cancel-pooled.js", "timers-cancel-unpooled.js",
	"timers-insert-pooled.js", "timers-insert-unpooled.js", "timers-timeout-nexttick.js",
	"timers-timeout-pooled.js", "timers-timeout-unpooled.js",
}

// Rows lists all rows: the 22, the other programs about timers, the floors.
func Rows() []Row {
	var list []Row
	add := func(file, count string, full, quick float64, params ...samples.Param) {
		list = append(list, Row{
			File:  file,
			Full:  append(slices.Clone(params), samples.Param{Key: count, Value: full}),
			Quick: append(slices.Clone(params), samples.Param{Key: count, Value: quick}),
		})
	}
	is := func(key string, value samples.Value) samples.Param { return samples.Param{Key: key, Value: value} }

	// breadth4 does half of its count and clear four times as much.
	for _, t := range []struct {
		name  string
		quick float64
	}{{"depth", 400e3}, {"depth1", 400e3}, {"breadth", 400e3}, {"breadth1", 400e3}, {"breadth4", 400e3}, {"clear", 200e3}} {
		add("timers/immediate.js", "n", 5e6, t.quick, is("type", t.name))
	}
	add("timers/set-immediate-breadth-args.js", "n", 5e6, 300e3)
	add("timers/set-immediate-breadth.js", "n", 1e7, 400e3)
	add("timers/set-immediate-depth-args.js", "n", 5e6, 300e3)
	add("timers/timers-breadth-args.js", "n", 1e6, 200e3)
	add("timers/timers-breadth.js", "n", 5e6, 200e3)
	add("timers/timers-cancel-pooled.js", "n", 5e6, 300e3)
	for _, direction := range []string{"start", "end"} {
		add("timers/timers-cancel-unpooled.js", "n", 1e6, 200e3, is("direction", direction))
	}
	add("timers/timers-depth.js", "n", 1000, 500)
	add("timers/timers-insert-pooled.js", "n", 5e6, 200e3)
	for _, direction := range []string{"start", "end"} {
		add("timers/timers-insert-unpooled.js", "n", 1e6, 200e3, is("direction", direction))
	}
	add("timers/timers-timeout-nexttick.js", "n", 5e4, 2e4)
	add("timers/timers-timeout-nexttick.js", "n", 5e6, 200e3)
	add("timers/timers-timeout-pooled.js", "n", 1e7, 300e3)
	add("timers/timers-timeout-unpooled.js", "n", 1e6, 200e3)

	add("timers/set-immediate-depth.js", "millions", 10, 0.3)
	for _, value := range []float64{1, 0} {
		add("timers/getActiveTimers-bench.js", "n", 1e5, 5e4, is("default_value", value))
	}
	for _, impl := range []string{"heap", "list"} {
		for _, size := range []float64{5, 20, 100, 1000, 10000} {
			for _, workload := range []string{"web-server", "microservice", "real-time"} {
				quick := 5e4
				if impl == "list" && size == 10000 { // moves thousands of records for each insertion
					quick = 5e3
				}
				add("timers/priority-queue.js", "n", 1e5, quick, is("workload", workload), is("size", size), is("impl", impl))
			}
		}
	}
	for _, t := range []struct {
		name  string
		quick float64
	}{{"depth", 0.5}, {"breadth", 200}} {
		add("misc/timers.js", "thousands", 500, t.quick, is("type", t.name))
	}
	for _, line := range []string{"startup", "done"} {
		add("settimeout.js", "n", 5e6, 200e3, is("line", line))
	}
	for _, r := range slices.Clone(list) {
		if floor, ok := r.Floor(); ok {
			list = append(list, floor)
		}
	}
	return list
}
