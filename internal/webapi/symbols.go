package webapi

import (
	"github.com/dop251/goja"
)

// The well-known symbols that goja lacks. Like its own, they are the same for all runtimes: a
// symbol is immutable.
var (
	symAsyncIterator = goja.NewSymbol("Symbol.asyncIterator")
	symDispose       = goja.NewSymbol("Symbol.dispose")
	symAsyncDispose  = goja.NewSymbol("Symbol.asyncDispose")

	symResistStop = goja.NewSymbol("kResistStopPropagation")
)

// AsyncIterator is the value of Symbol.asyncIterator.
func AsyncIterator() *goja.Symbol { return symAsyncIterator }

// Dispose is the value of Symbol.dispose.
func Dispose() *goja.Symbol { return symDispose }

// AsyncDispose is the value of Symbol.asyncDispose.
func AsyncDispose() *goja.Symbol { return symAsyncDispose }

// defineSymbols adds what Symbol lacks. Should the engine learn one of them, the engine's stays
// and the functions above must go: a test compares the two.
func (a *API) defineSymbols() {
	symbol := builtin(a.vm, "Symbol")
	for name, value := range map[string]*goja.Symbol{
		"asyncIterator": symAsyncIterator, "dispose": symDispose, "asyncDispose": symAsyncDispose,
	} {
		if goja.IsUndefined(orUndefined(symbol.Get(name))) {
			_ = symbol.DefineDataProperty(name, value, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
		}
	}
}

func orUndefined(v goja.Value) goja.Value {
	if v == nil {
		return goja.Undefined()
	}
	return v
}
