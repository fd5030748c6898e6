package main

import (
	"strings"
	"testing"

	"github.com/dop251/goja"
)

// A program comes from its seed and its number alone.
func TestGenerateIsDeterministic(t *testing.T) {
	different := map[string]bool{}
	for id := range 200 {
		a, b := Generate(virtualProfile, 3, id).Source(), Generate(virtualProfile, 3, id).Source()
		if a != b {
			t.Fatalf("program %d is two programs:\n%s\n%s", id, a, b)
		}
		different[a[strings.IndexByte(a, ',')+1:]] = true
	}
	if len(different) < 199 {
		t.Errorf("of 200 programs %d are different", len(different))
	}
	if Generate(virtualProfile, 3, 1).Source() == Generate(virtualProfile, 4, 1).Source() {
		t.Error("the seed makes no difference")
	}
}

// What is made up is JavaScript, with either clock.
func TestGenerateMakesPrograms(t *testing.T) {
	for _, profile := range []Profile{virtualProfile, realProfile} {
		for first := 0; first < 400; first += 100 {
			var batch []*Program
			for id := first; id < first+100; id++ {
				batch = append(batch, Generate(profile, 5, id))
			}
			if _, err := goja.Compile("batch.js", string(script(batch)), false); err != nil {
				t.Fatalf("%s: %v", profile.Name, err)
			}
		}
	}
}

// Each kind of statement is made up often enough to be counted on.
func TestGenerateUsesEveryStatement(t *testing.T) {
	const programs = 2000
	count := map[Op]int{}
	for id := range programs {
		seen := map[Op]bool{}
		Generate(virtualProfile, 1, id).walk(func(s *Stmt) { seen[s.Op] = true })
		for op := range seen {
			count[op]++
		}
	}
	for _, op := range []Op{
		opTimeout, opInterval, opImmediate, opTick, opMicro, opThen, opAsync, opSleep, opYield, opIterate,
		opReject, opCatch, opAbort, opStore, opClear, opNumber, opClearNum, opStop, opRefresh, opRef, opUnref,
		opLook, opActive, opBusy, opThrow, opCopyStart, opShift, opPut, opCallback, opExit,
	} {
		if count[op] < programs/100 {
			t.Errorf("%s is in %d of %d programs", op, count[op], programs)
		}
	}
}
