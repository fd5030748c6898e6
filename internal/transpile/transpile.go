// Package transpile turns one file of TypeScript, JSX or modern JavaScript into text that goja parses. It works file by
// file and bundles nothing: names, lines, __filename and a computed require stay as written.
//
// Two tools, each for what the other cannot do:
//
//   - [Lower] is esbuild. It removes types and rewrites the syntax that goja lacks. It prints the file anew, and its
//     [Mapping] leads back to the lines that the user wrote.
//   - [Split] takes the import and export statements out of a module and lists them. It changes no line and no column,
//     so a module in plain JavaScript needs neither esbuild nor a map.
//
// A file that goja parses as it is needs none of the two; that is for the caller to try first. Everything here is a
// function of its arguments and may be called from any goroutine.
//
// Reading order: record.go, lexer.go, lower.go, mapping.go, syntax.go.
package transpile
