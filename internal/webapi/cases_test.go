package webapi_test

import (
	"fmt"
	"testing"

	"github.com/nodetimers/nodetimers/internal/inspect"
	"github.com/nodetimers/nodetimers/internal/stack"
	"github.com/nodetimers/nodetimers/internal/webapi"
	"github.com/nodetimers/nodetimers/internal/webapi/casetest"
)

// The cases run on the bare engine, and with the error classes and stack traces that programs for
// Node see.
func TestCases(t *testing.T) {
	for _, traces := range []bool{false, true} {
		t.Run(fmt.Sprintf("traces=%v", traces), func(t *testing.T) {
			casetest.Run(t, func(r *casetest.Realm) {
				if traces {
					stack.Install(r.VM)
				}
				install(r)
			})
		})
	}
}

func install(r *casetest.Realm) {
	api := webapi.Install(r.VM, webapi.Deps{
		SetTimeout: r.SetTimeout, Now: r.Now, TimeOrigin: func() float64 { return 1e12 },
		ReportError: r.ReportError, EmitWarning: r.EmitWarning,
		Post: func(func()) {}, // the collector has nothing to say within a case
	})
	api.InstallExtras()
	_ = r.VM.Set("show", inspect.New(r.VM).Function())
}
