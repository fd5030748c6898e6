package nodeevents_test

import (
	"testing"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/internal/inspect"
	"github.com/nodetimers/nodetimers/internal/nodeevents"
	"github.com/nodetimers/nodetimers/internal/webapi"
	"github.com/nodetimers/nodetimers/internal/webapi/casetest"
)

func TestCases(t *testing.T) {
	casetest.Run(t, func(r *casetest.Realm) { install(r) })
}

func install(r *casetest.Realm) {
	show := func(v goja.Value) string { return inspect.New(r.VM).Inspect(v, inspect.Options{}) }
	web := webapi.Install(r.VM, webapi.Deps{
		SetTimeout: r.SetTimeout, Now: r.Now, ReportError: r.ReportError, EmitWarning: r.EmitWarning,
	})
	_ = r.VM.Set("events", nodeevents.New(r.VM, nodeevents.Deps{
		Web: web, Inspect: show, NextTick: r.NextTickCall, QueueMicrotask: r.QueueMicrotask,
		EmitWarning: r.EmitWarning,
	}))
	_ = r.VM.Set("show", inspect.New(r.VM).Function())
}
