package nodeapi

import (
	"encoding/json"
	"errors"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/internal/nodeerr"
	"github.com/nodetimers/nodetimers/internal/nodeipc"
)

// This file is a channel as scripts see it: send, disconnect, connected, channel,
// and the events message and disconnect, on process and on a ChildProcess. A
// message is JSON, read by a goroutine and emitted on the loop.
//
// Sending writes at once and waits while the other side does not read and the
// system's buffer is full; so a message sent from a listener of 'exit' arrives.

type channel struct {
	n      *Node
	conn   *nodeipc.Conn
	target *goja.Object
	parse  goja.Callable
	ended  func() // called on the loop when the other side has nothing more to say

	reading bool
	over    bool // disconnected, by us or by the other side
	waiting []goja.Value
	hold    *eventloop.Hold // while listeners keep the loop alive
	refs    bool            // whether listeners may
}

// jsonFunctions are JSON's as they were before scripts ran.
type jsonFunctions struct{ parse, stringify goja.Callable }

func (n *Node) json() jsonFunctions {
	o := n.vm.Get("JSON").(*goja.Object)
	var f jsonFunctions
	f.parse, _ = goja.AssertFunction(o.Get("parse"))
	f.stringify, _ = goja.AssertFunction(o.Get("stringify"))
	return f
}

// attach gives target a channel. While it has listeners for messages, and refs is
// true, the channel keeps the loop alive.
func (n *Node) attach(target *goja.Object, conn *nodeipc.Conn, js jsonFunctions, refs bool) *channel {
	c := &channel{n: n, conn: conn, target: target, parse: js.parse, refs: refs}
	handle := n.vm.NewObject()
	n.method(handle, "ref", 0, func(goja.FunctionCall) goja.Value {
		c.refs = true
		c.listen()
		return goja.Undefined()
	})
	n.method(handle, "unref", 0, func(goja.FunctionCall) goja.Value {
		c.refs = false
		c.listen()
		return goja.Undefined()
	})
	set(target, "connected", n.vm.ToValue(true))
	set(target, "channel", handle)
	n.method(target, "send", 4, func(call goja.FunctionCall) goja.Value { return c.send(call, js) })
	n.method(target, "disconnect", 0, func(goja.FunctionCall) goja.Value {
		if c.over {
			c.fail(nil, nodeerr.New(n.vm, "Error", "ERR_IPC_DISCONNECTED", "IPC channel is already disconnected"))
			return goja.Undefined()
		}
		c.disconnected()
		return goja.Undefined()
	})
	on, _ := goja.AssertFunction(target.Get("on"))
	for _, event := range []string{"newListener", "removeListener"} {
		_, err := on(target, n.vm.ToValue(event), n.function("", 1, func(call goja.FunctionCall) goja.Value {
			name := call.Argument(0)
			if goja.IsString(name) && (name.String() == "message" || name.String() == "disconnect") {
				n.engine.NextTick(func() { c.listen() }) // when the listener is there, or gone
				if event == "newListener" {
					c.keep(true)
				}
			}
			return goja.Undefined()
		}))
		must(err)
	}
	return c
}

// listen looks whether somebody listens, begins to read when somebody does, and
// hands over what came while nobody did.
func (c *channel) listen() {
	count := func(event string) int64 {
		f, ok := goja.AssertFunction(c.target.Get("listenerCount"))
		if !ok {
			return 0
		}
		v, err := f(c.target, c.n.vm.ToValue(event))
		must(err)
		return v.ToInteger()
	}
	messages := count("message")
	c.keep(messages+count("disconnect") > 0)
	for messages > 0 && len(c.waiting) > 0 {
		m := c.waiting[0]
		c.waiting = c.waiting[1:]
		c.emit("message", m, goja.Undefined())
	}
}

// keep takes or releases the hold on the loop.
func (c *channel) keep(listened bool) {
	if listened {
		c.read()
	}
	switch listened = listened && c.refs && !c.over; {
	case listened && c.hold == nil:
		c.hold = c.n.engine.Loop().Hold()
	case !listened && c.hold != nil:
		c.hold.Release()
		c.hold = nil
	}
}

// read starts the goroutine that receives.
func (c *channel) read() {
	if c.reading || c.over {
		return
	}
	c.reading = true
	loop := c.n.engine.Loop()
	go func() {
		for {
			raw, err := c.conn.Receive()
			var syntax *nodeipc.SyntaxError
			if errors.As(err, &syntax) {
				continue // as a message that never came
			}
			if err != nil {
				loop.PostHosted(func() {
					if c.ended != nil {
						defer c.ended()
					}
					c.disconnected()
				})
				return
			}
			if !loop.PostHosted(func() { c.received(raw) }) {
				return
			}
		}
	}()
}

func (c *channel) received(raw json.RawMessage) {
	if c.over {
		return
	}
	v, err := c.parse(goja.Undefined(), c.n.vm.ToValue(string(raw)))
	must(err)
	c.waiting = append(c.waiting, v)
	c.listen()
}

// disconnected ends the channel, once; the event comes in a tick.
func (c *channel) disconnected() {
	if c.over {
		return
	}
	c.over = true
	_ = c.conn.Close()
	set(c.target, "connected", c.n.vm.ToValue(false))
	set(c.target, "channel", goja.Null())
	c.keep(false)
	c.n.engine.NextTick(func() { c.emit("disconnect") })
}

func (c *channel) emit(event string, args ...goja.Value) {
	emit, ok := goja.AssertFunction(c.target.Get("emit"))
	if !ok {
		emit = c.n.emit
	}
	if _, err := emit(c.target, append([]goja.Value{c.n.vm.ToValue(event)}, args...)...); err != nil {
		panic(err)
	}
}

// send is send(message[, handle[, options]][, callback]); handles are not sent.
func (c *channel) send(call goja.FunctionCall, js jsonFunctions) goja.Value {
	n := c.n
	message := call.Argument(0)
	var callback goja.Callable
	for _, arg := range call.Arguments[min(1, len(call.Arguments)):] {
		if f, ok := goja.AssertFunction(arg); ok {
			callback = f
			break
		}
	}
	if c.over {
		return c.fail(callback, nodeerr.New(n.vm, "Error", "ERR_IPC_CHANNEL_CLOSED", "Channel closed"))
	}
	if message == goja.Undefined() {
		panic(nodeerr.New(n.vm, "TypeError", "ERR_MISSING_ARGS", `The "message" argument must be specified`))
	}
	text := goja.Value(goja.Undefined())
	if _, callable := goja.AssertFunction(message); !callable && !goja.IsBigInt(message) {
		var err error
		if text, err = js.stringify(goja.Undefined(), message); err != nil {
			panic(err)
		}
	}
	if !goja.IsString(text) { // of a symbol, or of what toJSON made nothing of
		panic(nodeerr.InvalidArgType(n.vm, "message", "one of type string, object, number, or boolean", message))
	}
	if err := c.conn.Send([]byte(text.String())); err != nil {
		e := nodeerr.New(n.vm, "Error", "EPIPE", "write EPIPE")
		set(e, "syscall", n.vm.ToValue("write"))
		return c.fail(callback, e)
	}
	if callback != nil {
		n.callInTick(callback, goja.Null())
	}
	return n.vm.ToValue(true)
}

// fail gives an error to the callback or to the event 'error', in a tick.
func (c *channel) fail(callback goja.Callable, e *goja.Object) goja.Value {
	if callback != nil {
		c.n.callInTick(callback, e)
	} else {
		c.n.engine.NextTick(func() { c.emit("error", e) })
	}
	return c.n.vm.ToValue(false)
}

func (n *Node) callInTick(f goja.Callable, args ...goja.Value) {
	n.engine.NextTick(func() {
		if _, err := f(goja.Undefined(), args...); err != nil {
			panic(err)
		}
	})
}
