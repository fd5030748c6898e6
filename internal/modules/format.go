package modules

// format says how a file is read, in Node's terms.
type format int

const (
	// anyFormat is found from the syntax, as for a .js file without a "type" in the package.json above it.
	anyFormat format = iota
	commonJS
	esModule
	jsonFormat
	nativeAddon // .node: never loaded
	wasm        // likewise
	builtinFormat
)
