package nodeapi

import "github.com/dop251/goja"

// installOwnSymbols lets Object.getOwnPropertySymbols and Reflect.ownKeys list
// the symbols of timers and immediates, which goja's DynamicObjects cannot have.
// For every other object they are the engine's own functions.
func (n *Node) installOwnSymbols() {
	vm := n.vm
	object := vm.Get("Object").(*goja.Object)
	reflect := vm.Get("Reflect").(*goja.Object)
	wrap := func(o *goja.Object, name string, withStrings bool) {
		original, _ := o.Get(name).Export().(func(goja.FunctionCall) goja.Value)
		f := n.function(name, 1, func(c goja.FunctionCall) goja.Value {
			if h, ok := c.Argument(0).(*goja.Object); ok {
				if symbols, ok := n.engine.OwnSymbols(h); ok {
					var list []any
					if withStrings {
						for _, k := range h.GetOwnPropertyNames() {
							list = append(list, k)
						}
					}
					for _, s := range symbols {
						list = append(list, s)
					}
					return vm.NewArray(list...)
				}
			}
			return original(c)
		})
		must(o.DefineDataProperty(name, f, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	}
	wrap(object, "getOwnPropertySymbols", false)
	wrap(reflect, "ownKeys", true)
}
