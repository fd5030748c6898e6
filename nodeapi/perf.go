package nodeapi

import (
	"math"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/internal/nodeerr"
)

// This file is perf_hooks: the loop's utilisation and the monitor of its delay.
// performance itself, marks and measures are the web platform's.

// loopTimes knows when the loop began to turn, for eventLoopUtilization.
type loopTimes struct {
	started time.Duration
	running bool
}

// watchLoop notes the first timers pass: before it the main script runs, and
// utilisation is zero.
func (n *Node) watchLoop() {
	loop := n.engine.Loop()
	var remove func()
	remove = loop.AddHooks(eventloop.Hooks{Phase: func(p eventloop.Phase) {
		if p == eventloop.PhaseTimers {
			n.times = loopTimes{loop.Elapsed(), true}
			remove()
		}
	}})
}

func (n *Node) perfHooks() *goja.Object {
	return n.module("perf_hooks", func() *goja.Object {
		m := n.vm.NewObject()
		web := n.engine.Web()
		for _, name := range []string{"Performance", "PerformanceEntry", "PerformanceMark", "PerformanceMeasure"} {
			if v := web.Export(name); v != nil {
				set(m, name, v)
			}
		}
		n.method(m, "monitorEventLoopDelay", 0, n.monitorEventLoopDelay)
		set(m, "eventLoopUtilization", n.utilization())
		set(m, "performance", web.Performance())
		return m
	})
}

// utilization is performance.eventLoopUtilization([a[, b]]): since the loop
// began, since a, or from b to a. Times are in milliseconds.
func (n *Node) utilization() *goja.Object {
	if n.utilizationFn == nil {
		n.utilizationFn = n.function("eventLoopUtilization", 2, func(c goja.FunctionCall) goja.Value {
			read := func(v goja.Value) (idle, active float64, ok bool) {
				o, isObject := v.(*goja.Object)
				if !isObject {
					return 0, 0, false
				}
				return o.Get("idle").ToFloat(), o.Get("active").ToFloat(), true
			}
			i1, a1, one := read(c.Argument(0))
			i2, a2, two := read(c.Argument(1))
			switch {
			case !n.times.running:
				return n.utilizationResult(0, 0)
			case one && two:
				return n.utilizationResult(i1-i2, a1-a2)
			}
			idle := n.engine.Loop().Waited()
			active := n.engine.Loop().Elapsed() - n.times.started - idle
			i, a := float64(idle)/1e6, float64(active)/1e6
			if one {
				i, a = i-i1, a-a1
			}
			return n.utilizationResult(i, a)
		})
	}
	return n.utilizationFn
}

func (n *Node) utilizationResult(idle, active float64) goja.Value {
	o := n.vm.NewObject()
	u := 0.0
	if idle+active > 0 {
		u = active / (idle + active)
	}
	set(o, "idle", n.vm.ToValue(idle))
	set(o, "active", n.vm.ToValue(active))
	set(o, "utilization", n.vm.ToValue(u))
	return o
}

// hourOfDelay is the largest delay the histogram holds; longer ones are counted
// as exceeding it.
const hourOfDelay = int64(time.Hour)

// maxResolution is the longest interval between samples, in milliseconds.
const maxResolution = 1<<31 - 1

// delayMonitor samples how late an interval fires. It does not keep the loop
// alive.
type delayMonitor struct {
	n       *Node
	h       *hdrhistogram.Histogram
	exceeds int64
	every   time.Duration
	timer   eventloop.Timer
	last    time.Duration // 0: no sample yet
}

// Expire is called by the loop.
func (d *delayMonitor) Expire(*eventloop.Timer) {
	now := d.n.engine.Loop().Elapsed()
	if d.last > 0 {
		if err := d.h.RecordValue(max(1, int64(now-d.last))); err != nil {
			d.exceeds++
		}
	}
	d.last = now
}

func (n *Node) monitorEventLoopDelay(c goja.FunctionCall) goja.Value {
	resolution := 10.0
	if v := c.Argument(0); v != goja.Undefined() {
		o, ok := v.(*goja.Object)
		if _, isFunction := goja.AssertFunction(v); !ok || isFunction || o.ClassName() == "Array" {
			panic(nodeerr.InvalidArgType(n.vm, "options", "of type object", v))
		}
		if r := orUndefined(o.Get("resolution")); r != goja.Undefined() {
			if !goja.IsNumber(r) {
				panic(nodeerr.InvalidArgType(n.vm, "options.resolution", "of type number", r))
			}
			resolution = r.ToFloat()
			if resolution != math.Trunc(resolution) || math.IsInf(resolution, 0) {
				panic(nodeerr.OutOfRange(n.vm, "options.resolution", "an integer", r))
			}
			if !(resolution >= 1 && resolution <= 1<<53-1) {
				panic(nodeerr.OutOfRange(n.vm, "options.resolution", ">= 1 && <= 9007199254740991", r))
			}
		}
	}
	d := &delayMonitor{n: n, h: hdrhistogram.New(1, hourOfDelay, 3), every: time.Duration(min(resolution, maxResolution)) * time.Millisecond}
	d.timer.Init(n.engine.Loop(), d)
	d.timer.Unref()
	return d.object()
}

// object is the histogram a script has.
func (d *delayMonitor) object() *goja.Object {
	vm := d.n.vm
	proto := d.n.histogramProto()
	o := vm.CreateObject(proto)
	get := func(name string, f func() any) {
		must(o.DefineAccessorProperty(name, d.n.function("get "+name, 0, func(goja.FunctionCall) goja.Value {
			return vm.ToValue(f())
		}), nil, goja.FLAG_TRUE, goja.FLAG_FALSE))
	}
	hidden := func(name string, length int, f func(goja.FunctionCall) goja.Value) {
		must(o.DefineDataProperty(name, d.n.function(name, length, f), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	}
	empty := func() bool { return d.h.TotalCount() == 0 }
	get("min", func() any {
		if empty() {
			return float64(math.MaxInt64)
		}
		return d.h.Min()
	})
	get("max", func() any { return d.h.Max() })
	get("mean", func() any {
		if empty() {
			return math.NaN()
		}
		return d.h.Mean()
	})
	get("stddev", func() any {
		if empty() {
			return math.NaN()
		}
		return d.h.StdDev()
	})
	get("exceeds", func() any { return d.exceeds })
	get("count", func() any { return d.h.TotalCount() })
	get("percentiles", func() any {
		entries := []any{}
		for _, b := range d.h.CumulativeDistribution() {
			entries = append(entries, vm.NewArray(b.Quantile, b.ValueAt))
		}
		m, err := vm.New(d.n.mapClass, vm.NewArray(entries...))
		must(err)
		return m
	})
	hidden("percentile", 1, func(c goja.FunctionCall) goja.Value {
		p := c.Argument(0)
		if !goja.IsNumber(p) {
			panic(nodeerr.InvalidArgType(vm, "percentile", "of type number", p))
		}
		if f := p.ToFloat(); !(f > 0 && f <= 100) {
			panic(nodeerr.OutOfRange(vm, "percentile", "> 0 && <= 100", p))
		}
		return vm.ToValue(d.h.ValueAtQuantile(p.ToFloat()))
	})
	hidden("reset", 0, func(goja.FunctionCall) goja.Value {
		d.h.Reset()
		d.exceeds = 0
		return goja.Undefined()
	})
	hidden("enable", 0, func(goja.FunctionCall) goja.Value {
		if d.timer.Live() {
			return vm.ToValue(false)
		}
		d.last = 0
		d.timer.StartInterval(d.every)
		return vm.ToValue(true)
	})
	hidden("disable", 0, func(goja.FunctionCall) goja.Value { return vm.ToValue(d.timer.Clear()) })
	return o
}

// histogramProto is the prototype of class ELDHistogram, whose constructor is not
// for scripts.
func (n *Node) histogramProto() *goja.Object {
	if n.histogram == nil {
		ctor := n.vm.ToValue(func(goja.ConstructorCall) *goja.Object {
			panic(nodeerr.New(n.vm, "TypeError", "ERR_ILLEGAL_CONSTRUCTOR", "Illegal constructor"))
		}).(*goja.Object)
		must(ctor.DefineDataProperty("name", n.vm.ToValue("ELDHistogram"), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE))
		n.histogram = ctor.Get("prototype").(*goja.Object)
	}
	return n.histogram
}
