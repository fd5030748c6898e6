// Command embed shows Node's timers inside a Go program that uses goja: on a
// runtime the program made, with Go and JavaScript on one loop.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/gojaloop"
)

const script = `
  const { setTimeout: sleep } = require('timers/promises')
  setTimeout((a, b) => print('timeout', a + b), 20, 1, 2)
  const greeting = setInterval(() => print('interval'), 15)
  ;(async () => {
    await sleep(50)
    clearInterval(greeting)
    print('slept')
    setTimeout(() => { throw new Error('nobody catches this') }, 5)
  })()
`

func main() {
	vm := goja.New()
	_ = vm.Set("print", fmt.Println)
	js := gojaloop.New(vm, gojaloop.Options{Clock: eventloop.NewVirtualClock()})
	js.Loop().AfterFunc(30*time.Millisecond, func() { fmt.Println("a timer of Go's, on the same loop") })

	err := js.RunScript(context.Background(), "script.js", script)
	var uncaught *eventloop.UncaughtError
	if !errors.As(err, &uncaught) {
		fmt.Fprintln(os.Stderr, "expected the script's error, got", err)
		os.Exit(1)
	}
	fmt.Println("Run returned:", err)
}
