// Command dropin is a program written for goja_nodejs/eventloop. The import line
// is all that was changed.
package main

import (
	"fmt"
	"time"

	"github.com/dop251/goja"

	eventloop "github.com/nodetimers/nodetimers/gojaloop"
)

func main() {
	loop := eventloop.NewEventLoop(eventloop.EnableConsole(false))
	loop.Run(func(vm *goja.Runtime) {
		_ = vm.Set("print", fmt.Println)
		_, err := vm.RunString(`
			let n = 0
			const interval = setInterval(() => {
				print('interval', ++n)
				if (n === 3) clearInterval(interval)
			}, 10)
			for (const name of ['a', 'b', 'c', 'd']) setTimeout(print, 5, 'timeout', name)
			setImmediate(print, 'immediate')
		`)
		if err != nil {
			panic(err)
		}
	})

	loop.Start()
	defer loop.Stop()
	done := make(chan struct{})
	loop.SetTimeout(func(vm *goja.Runtime) {
		v, _ := vm.RunString(`n * 2`)
		fmt.Println("from Go:", v)
		close(done)
	}, 5*time.Millisecond)
	<-done
}
