package nodeapi

import (
	"io"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/internal/nodeerr"
)

// stream makes process.stdout or process.stderr: an EventEmitter with write and
// end. Writing is synchronous, as in Node for files and terminals; the callback
// comes in a tick.
func (n *Node) stream(w io.Writer, fd int) *goja.Object {
	vm := n.vm
	s := vm.CreateObject(n.events.Get("prototype").(*goja.Object))
	set(s, "fd", vm.ToValue(fd))
	set(s, "writable", vm.ToValue(true))
	if n.opts.IsTTY {
		set(s, "isTTY", vm.ToValue(true))
		set(s, "columns", vm.ToValue(80))
		set(s, "rows", vm.ToValue(24))
	}
	done := func(c goja.FunctionCall) {
		for _, arg := range c.Arguments {
			if cb, ok := goja.AssertFunction(arg); ok {
				n.engine.NextTick(func() {
					if _, err := cb(goja.Undefined()); err != nil {
						panic(err)
					}
				})
				return
			}
		}
	}
	write := func(chunk goja.Value) {
		if goja.IsString(chunk) {
			_, _ = io.WriteString(w, chunk.String())
			return
		}
		if b, ok := bytesOf(chunk); ok {
			_, _ = w.Write(b)
			return
		}
		if goja.IsNull(chunk) {
			panic(nodeerr.New(vm, "TypeError", "ERR_STREAM_NULL_VALUES", "May not write null values to stream"))
		}
		panic(nodeerr.InvalidArgType(vm, "chunk", "of type string or an instance of Buffer, TypedArray, or DataView", chunk))
	}
	n.method(s, "write", 3, func(c goja.FunctionCall) goja.Value {
		write(c.Argument(0))
		done(c)
		return vm.ToValue(true)
	})
	n.method(s, "end", 3, func(c goja.FunctionCall) goja.Value {
		if chunk := c.Argument(0); chunk != goja.Undefined() && !goja.IsNull(chunk) {
			if _, isCallback := goja.AssertFunction(chunk); !isCallback {
				write(chunk)
			}
		}
		done(c)
		return s
	})
	for _, name := range []string{"cork", "uncork"} {
		n.method(s, name, 0, func(goja.FunctionCall) goja.Value { return goja.Undefined() })
	}
	n.method(s, "getColorDepth", 0, func(goja.FunctionCall) goja.Value { return vm.ToValue(1) })
	n.method(s, "hasColors", 0, func(goja.FunctionCall) goja.Value { return vm.ToValue(false) })
	return s
}

// bytesOf gives the bytes of a typed array or array buffer.
func bytesOf(v goja.Value) ([]byte, bool) {
	switch b := v.Export().(type) {
	case []byte:
		return b, true
	case goja.ArrayBuffer:
		return b.Bytes(), true
	}
	o, ok := v.(*goja.Object)
	if !ok {
		return nil, false
	}
	buffer := o.Get("buffer")
	if buffer == nil {
		return nil, false
	}
	ab, ok := buffer.Export().(goja.ArrayBuffer)
	if !ok {
		return nil, false
	}
	offset, length := o.Get("byteOffset"), o.Get("byteLength")
	if offset == nil || length == nil {
		return nil, false
	}
	i, l := int(offset.ToInteger()), int(length.ToInteger())
	if i < 0 || l < 0 || i+l > len(ab.Bytes()) {
		return nil, false
	}
	return ab.Bytes()[i : i+l], true
}
