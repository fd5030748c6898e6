package bench_test

import (
	"context"
	"fmt"
	"os"

	"github.com/nodetimers/nodetimers/internal/bench"
	"github.com/nodetimers/nodetimers/internal/samples"
)

func ExamplePlan() {
	plan := bench.Plan{
		Runtimes: []bench.Runtime{{Name: "old"}, {Name: "new"}},
		Rows:     []bench.Row{{Program: bench.Program{ID: "timers/immediate.js"}, Conf: samples.Conf{{Key: "type", Value: "depth"}}}},
		Runs:     4,
	}
	// Skip sees every process that would be started.
	_, err := bench.Run(context.Background(), plan, bench.Options{Skip: func(row bench.Row, binary string, round int, _ string) bool {
		fmt.Println(round, binary, row.Name())
		return true
	}})
	fmt.Println(err)
	// Output:
	// 0 old timers/immediate.js type='depth'
	// 0 new timers/immediate.js type='depth'
	// 1 new timers/immediate.js type='depth'
	// 1 old timers/immediate.js type='depth'
	// 2 old timers/immediate.js type='depth'
	// 2 new timers/immediate.js type='depth'
	// 3 new timers/immediate.js type='depth'
	// 3 old timers/immediate.js type='depth'
	// <nil>
}

func ExampleTable() {
	set := &samples.Set{}
	for binary, rate := range map[string]float64{"node": 80080, "native": 5.1e6} {
		set.Samples = append(set.Samples, samples.Sample{Binary: binary, Filename: "timers/immediate.js", Configuration: "n=5", Rate: rate})
	}
	set.Binaries = []samples.Binary{{Name: "node"}, {Name: "native"}}
	table, err := bench.NewTable(set, "node", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	_ = table.WriteText(os.Stdout)
	// Output:
	//                                node        native
	// timers/immediate.js n=5       80.1k  *5.10M 63.7x
	// geometric mean of the ratios           63.7x of 1
	//
	// Operations a second, medians; * is the best of the row; x is the ratio to node.
}

func ExampleTree_Select() {
	dir, err := os.MkdirTemp("", "tree")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	_ = os.WriteFile(dir+"/common.js", nil, 0o644)
	_ = os.Mkdir(dir+"/timers", 0o755)
	for _, name := range []string{"immediate.js", "timers-depth.js", "_hidden.js"} {
		_ = os.WriteFile(dir+"/timers/"+name, nil, 0o644)
	}
	tree, err := bench.OpenTree(dir)
	if err != nil {
		fmt.Println(err)
		return
	}
	list, err := tree.Select([]string{"timers"}, []string{"depth"}, nil)
	fmt.Println(list[0].ID, len(list), err)
	_, err = tree.Select([]string{"http"}, nil, nil)
	fmt.Println(err)
	// Output:
	// timers/timers-depth.js 1 <nil>
	// The "http" category does not exist.
}

func ExampleParseConf() {
	conf, err := bench.ParseConf([]string{"type=depth", "n=5000000"})
	fmt.Println(conf.Inspect(), err)
	fmt.Println(bench.Smallest(conf).Inspect())
	// Output:
	// type='depth' n=5000000 <nil>
	// type='depth' n=1
}

func ExampleProgress_Line() {
	p := bench.Progress{File: 2, Files: 16, Run: 1, Runs: 60, Config: 3, Configs: 6, Done: 0.128, Name: "timers/immediate.js"}
	fmt.Println(p.Line(0))
	// Output:
	// [00:00:00|%  12|  2/16 files |  1/60 runs | 3/6 configs]: timers/immediate.js
}
