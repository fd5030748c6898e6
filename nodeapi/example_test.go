package nodeapi_test

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/gojaloop"
	"github.com/nodetimers/nodetimers/nodeapi"
)

// A script with process and console, run to its end. The clock is virtual, so
// this takes no time.
func Example() {
	e := gojaloop.New(goja.New(), gojaloop.Options{Clock: eventloop.NewVirtualClock(), NoConsole: true})
	node := nodeapi.Enable(e, nodeapi.Options{Argv: []string{"example", "main.js"}, Stdout: os.Stdout})
	code, err := node.Finish(e.RunScript(context.Background(), "main.js", `
		process.nextTick(() => console.log('tick'))
		Promise.resolve().then(() => console.log('microtask'))
		setTimeout(() => { console.log('an hour later'); process.exitCode = 3 }, 3600e3)
		process.on('exit', (code) => console.log('exit', code))
		console.log('main', process.argv)`))
	fmt.Println("code", code, err)
	// Output:
	// main [ 'example', 'main.js' ]
	// tick
	// microtask
	// an hour later
	// exit 3
	// code 3 <nil>
}

// What an environment of a script is: what the program gives, nothing else.
func ExampleOptions() {
	e := gojaloop.New(goja.New(), gojaloop.Options{NoConsole: true})
	node := nodeapi.Enable(e, nodeapi.Options{
		Argv:   []string{"app", "job.js", "--fast"},
		Env:    map[string]string{"MODE": "test"},
		Cwd:    "/srv/jobs",
		Stdout: os.Stdout,
	})
	_, _ = node.Finish(e.RunScript(context.Background(), "job.js",
		`console.log(process.argv.slice(2), process.env, process.cwd())`))
	// Output:
	// [ '--fast' ] { MODE: 'test' } /srv/jobs
}

// Builtins are modules for a loader of the program's.
func ExampleNode() {
	vm := goja.New()
	e := gojaloop.New(vm, gojaloop.Options{NoRequire: true, NoConsole: true})
	node := nodeapi.Enable(e, nodeapi.Options{Stdout: os.Stdout})
	builtins := node.Builtins()
	_ = vm.Set("load", func(name string) goja.Value { return builtins[name](vm) })
	_, _ = node.Finish(e.RunScript(context.Background(), "main.js", `
		const { AsyncLocalStorage } = load('async_hooks'), request = new AsyncLocalStorage()
		const work = () => console.log('request', request.getStore())
		request.run(1, () => setTimeout(work, 5))
		request.run(2, () => setTimeout(work, 3))`))
	// Output:
	// request 2
	// request 1
}

// process.exit ends the run, not the program.
func ExampleExitError() {
	e := gojaloop.New(goja.New(), gojaloop.Options{NoConsole: true})
	nodeapi.Enable(e, nodeapi.Options{})
	err := e.RunScript(context.Background(), "main.js", `process.exit(7)`)
	var exit *nodeapi.ExitError
	fmt.Println(errors.As(err, &exit), exit.Code)
	// Output:
	// true 7
}
