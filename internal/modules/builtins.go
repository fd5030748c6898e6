package modules

import (
	"fmt"
	"sort"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja_nodejs/buffer"
	"github.com/dop251/goja_nodejs/require"
	"github.com/dop251/goja_nodejs/url"
)

// builtinNames are the modules that Node has. Which of them a program gets is up to Options.Builtins; the others are
// refused by name, so that nobody looks for them in node_modules.
var builtinNames = func() map[string]bool {
	names := map[string]bool{}
	for _, n := range strings.Fields(`_http_agent _http_client _http_common _http_incoming _http_outgoing _http_server
		_tls_common _tls_wrap assert assert/strict async_hooks buffer child_process cluster console constants crypto dgram
		diagnostics_channel dns dns/promises domain events fs fs/promises http http2 https inspector inspector/promises
		module net os path path/posix path/win32 perf_hooks process punycode querystring readline readline/promises repl
		stream stream/consumers stream/promises stream/web string_decoder sys timers timers/promises tls trace_events tty
		url util util/types v8 vm wasi worker_threads zlib node:ffi node:sea node:sqlite node:test node:test/reporters`) {
		names[n] = true
	}
	return names
}()

// isBuiltinName says that Node has a module of this name; some have the prefix node: always.
func isBuiltinName(name string) bool {
	return builtinNames[name] || builtinNames[strings.TrimPrefix(name, "node:")] && strings.HasPrefix(name, "node:")
}

// builtins are those of one runtime.
type builtins struct {
	vm     *goja.Runtime
	makers map[string]func(*goja.Runtime) goja.Value
	made   map[string]goja.Value
}

// has says that the program gets the module under this name: some of Node's must be asked for with the prefix.
func (b *builtins) has(name string) bool {
	short := strings.TrimPrefix(name, "node:")
	_, ok := b.makers[short]
	return ok && (short != name || !builtinNames["node:"+short])
}

// get makes the exports at the first call. The name may have the prefix.
func (b *builtins) get(name string) (goja.Value, *resolveError) {
	short := strings.TrimPrefix(name, "node:")
	if v, ok := b.made[short]; ok {
		return v, nil
	}
	maker := b.makers[short]
	if maker == nil {
		if !isBuiltinName(name) {
			return nil, unknownBuiltin(name)
		}
		e := notFound(name)
		e.message += fmt.Sprintf(": %q is a Node.js built-in module that is not provided by nodetimers", short)
		return nil, e
	}
	v := maker(b.vm)
	b.made[short] = v
	return v, nil
}

// names of the modules that the program gets, sorted.
func (b *builtins) names() []string {
	out := make([]string, 0, len(b.makers))
	for n := range b.makers {
		if builtinNames["node:"+n] {
			n = "node:" + n
		}
		out = append(out, n)
	}
	sort.Strings(out)
	return out
}

// GojaBuiltins are the modules url and buffer of goja_nodejs, for [Options.Builtins]. Their loaders fill a module object
// and need neither a registry nor a global require. Where a program is to have the globals URL and Buffer, they are to
// be taken from these exports, so that there is one class of each.
func GojaBuiltins() map[string]func(vm *goja.Runtime) goja.Value {
	load := func(fill require.ModuleLoader) func(*goja.Runtime) goja.Value {
		return func(vm *goja.Runtime) goja.Value {
			module := vm.NewObject()
			_ = module.Set("exports", vm.NewObject())
			fill(vm, module)
			return module.Get("exports")
		}
	}
	return map[string]func(*goja.Runtime) goja.Value{
		url.ModuleName:    load(url.Require),
		buffer.ModuleName: load(buffer.Require),
	}
}
