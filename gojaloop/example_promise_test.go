package gojaloop_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/gojaloop"
)

// The drop-in for goja_nodejs/eventloop.
func ExampleEventLoop() {
	loop := gojaloop.NewEventLoop(gojaloop.EnableConsole(false))
	loop.SetTimeout(func(*goja.Runtime) { fmt.Println("a timer of Go's") }, 20*time.Millisecond)
	loop.Run(func(vm *goja.Runtime) {
		_ = vm.Set("print", fmt.Println)
		_, _ = vm.RunString(`setImmediate(print, 'immediate'); print('main')`)
	})
	fmt.Println(loop.Stop(), "jobs left")
	// Output:
	// main
	// immediate
	// a timer of Go's
	// 0 jobs left
}

// A promise that a goroutine settles.
func ExampleDeferred() {
	vm := goja.New()
	e := gojaloop.New(vm, gojaloop.Options{})
	_ = vm.Set("print", fmt.Println)
	_ = vm.Set("read", func(name string) goja.Value {
		d := e.NewDeferred() // keeps the loop alive until it is settled
		go func() { d.Resolve("contents of " + name) }()
		return d.Promise()
	})
	err := e.RunScript(context.Background(), "main.js", `read('a.txt').then((text) => print(text))`)
	fmt.Println(err)
	// Output:
	// contents of a.txt
	// <nil>
}

// A goroutine waits for a promise.
func ExampleRejectedError() {
	e := gojaloop.New(goja.New(), gojaloop.Options{})
	hold := e.Loop().Hold()
	done := make(chan error, 1)
	go func() { done <- e.Run(context.Background()) }()
	_, err := e.Await(context.Background(), func(vm *goja.Runtime) (goja.Value, error) {
		return vm.RunString(`Promise.reject(new TypeError('no'))`)
	})
	var rejected *gojaloop.RejectedError
	fmt.Println(errors.As(err, &rejected), rejected.Message)
	hold.Release()
	fmt.Println(<-done)
	// Output:
	// true TypeError: no
	// <nil>
}
