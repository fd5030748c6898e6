// Command virtualclock shows JavaScript under test on a virtual clock: an hour of
// retries takes a millisecond, and each run is the same. The tests are in
// retry_test.go.
package main

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"time"

	"github.com/dop251/goja"
	"github.com/dop251/goja_nodejs/require"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/gojaloop"
)

//go:embed retry.js
var retrySource []byte

// newEngine makes an engine on clock whose scripts can require('./retry.js') and
// print.
func newEngine(clock eventloop.Clock, print func(...any) (int, error)) *gojaloop.Engine {
	vm := goja.New()
	_ = vm.Set("print", print)
	return gojaloop.New(vm, gojaloop.Options{
		Clock: clock,
		Registry: require.NewRegistry(require.WithLoader(func(string) ([]byte, error) {
			return retrySource, nil
		})),
	})
}

func main() {
	js := newEngine(eventloop.NewVirtualClock(), fmt.Println)
	err := js.RunScript(context.Background(), "main.js", `
	  const { retry } = require('./retry.js')
	  const work = async () => { print('try at', new Date().toISOString()); throw new Error('no answer') }
	  retry(work, { first: 60000 }).catch((err) => print(err.message))
	`)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println("virtual time:", js.Loop().Now().Round(time.Second))
}
