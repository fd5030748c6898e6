// Command promises shows promises between Go and JavaScript: work of Go's that a
// script awaits, a promise that a goroutine settles, and goroutines that wait for
// promises of the script's.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/gojaloop"
)

const script = `
  async function shout(name) {
    const text = await load(name)            // Engine.Go: a goroutine's work
    return text.toUpperCase()
  }
  const slowly = (ms) => new Promise((resolve) => setTimeout(resolve, ms).unref())
  const signalled = signal().then((v) => 'the signal says ' + v)   // NewDeferred
`

var errNoFile = errors.New("no such file")

// load stands for work that blocks: a file, a query, a request.
func load(_ context.Context, name string) (any, error) {
	if name == "nothing" {
		return nil, errNoFile
	}
	return "the text of " + name, nil
}

func main() {
	vm := goja.New()
	js := gojaloop.New(vm, gojaloop.Options{})
	ctx := context.Background()

	var signal *gojaloop.Deferred
	_ = vm.Set("load", func(name string) goja.Value {
		return js.Go(ctx, func(ctx context.Context) (any, error) { return load(ctx, name) })
	})
	_ = vm.Set("signal", func() goja.Value {
		signal = js.NewDeferred()
		return signal.Promise()
	})

	hold := js.Loop().Hold() // the loop runs until main has nothing more to ask
	ended := make(chan error, 1)
	ready := make(chan struct{})
	js.PostMain(func() {
		if _, err := vm.RunScript("script.js", script); err != nil {
			panic(err)
		}
		close(ready)
	})
	go func() { ended <- js.Run(ctx) }()
	<-ready

	// A goroutine waits for a promise, without polling.
	call := func(ctx context.Context, code string) {
		v, err := js.Await(ctx, func(vm *goja.Runtime) (goja.Value, error) { return vm.RunString(code) })
		switch {
		case errors.Is(err, context.DeadlineExceeded):
			fmt.Println(code, "took too long")
		case errors.Is(err, errNoFile):
			fmt.Println(code, "failed with Go's own error:", err)
		case err != nil:
			fmt.Println(code, "failed:", err)
		default:
			fmt.Println(code, "gave:", v)
		}
	}
	call(ctx, `shout('a.txt')`)
	call(ctx, `shout('nothing')`)
	call(ctx, `shout('nothing').catch((err) => 'caught: ' + err.message)`)
	short, cancel := context.WithTimeout(ctx, 10*time.Millisecond)
	call(short, `slowly(60000)`)
	cancel()

	// A goroutine settles a promise. Only the first call counts.
	first := make(chan bool, 2)
	go func() { first <- signal.Resolve(42); first <- signal.Resolve(43) }()
	call(ctx, `signalled`)
	fmt.Println("Resolve was the first to settle it:", <-first, <-first)

	hold.Release()
	if err := <-ended; err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
