package transpile

import (
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// Input is one file.
type Input struct {
	Path string // absolute; its ending says what language it is
	Code string
	// CommonJS turns import and export statements into require and exports, as TypeScript does for a .cts file.
	// Otherwise they stay.
	CommonJS bool
	// Tsconfig is the text of the tsconfig.json that applies, if any.
	Tsconfig string
	// More lowers more than is usually needed: for a text that goja did not take the first time.
	More bool
}

// Output is that file in syntax that goja parses, but for import, export and top-level await.
type Output struct {
	Code string
	Map  *Mapping
}

// NeedsLowering says that a file with this name is not JavaScript.
func NeedsLowering(path string) bool { return loaderOf(path) != api.LoaderJS }

// TypeScript says that a file with this name is TypeScript.
func TypeScript(path string) bool {
	l := loaderOf(path)
	return l == api.LoaderTS || l == api.LoaderTSX
}

func loaderOf(path string) api.Loader {
	switch filepath.Ext(path) {
	case ".ts", ".mts", ".cts":
		return api.LoaderTS
	case ".tsx":
		return api.LoaderTSX
	case ".jsx":
		return api.LoaderJSX
	}
	return api.LoaderJS
}

// Lower turns a file into older syntax, only where goja needs it; what goja runs stays as written, though printed
// anew. An error is a *SyntaxError.
//
// What goja lacks: async generators, for await, using, decorators and accessor fields.
func Lower(in Input) (*Output, error) {
	supported := map[string]bool{
		"async-generator": false,
		"for-await":       false,
		"using":           false,
		"decorators":      false,
	}
	if in.More {
		supported["class-field"] = false
		supported["class-static-field"] = false
		supported["nested-rest-binding"] = false
	}
	opts := api.TransformOptions{
		Loader:         loaderOf(in.Path),
		Sourcefile:     filepath.Base(in.Path),
		Sourcemap:      api.SourceMapExternal,
		SourcesContent: api.SourcesContentExclude,
		Target:         api.ESNext,
		Platform:       api.PlatformNode,
		Supported:      supported,
		Charset:        api.CharsetUTF8,
		LegalComments:  api.LegalCommentsNone,
		TsconfigRaw:    in.Tsconfig,
		LogLevel:       api.LogLevelSilent,
	}
	if in.CommonJS {
		opts.Format = api.FormatCommonJS
	}
	res := api.Transform(in.Code, opts)
	if len(res.Errors) > 0 {
		return nil, fromMessage(in, res.Errors[0])
	}
	m, err := decodeMapping(res.Map)
	if err != nil {
		return nil, &SyntaxError{File: in.Path, Line: 1, Column: 1, Length: 1, Message: err.Error(), Source: firstLine(in.Code)}
	}
	return &Output{Code: string(res.Code), Map: m}, nil
}

func firstLine(s string) string {
	if i := strings.IndexAny(s, "\r\n"); i >= 0 {
		return s[:i]
	}
	return s
}
