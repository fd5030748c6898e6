package transpile

import "strings"

// Record is a module with its import and export statements taken out of the text and listed. Code has the same length
// and the same lines as the text it was made from: what is taken out becomes spaces, so every offset still holds and
// no source map is needed.
//
//	import { a as b } from './x.js'; b();      Code:                                    ; b();
//	export const c = 1;                        Code:        const c = 1;
//	export default function () {}              Code:          function $ntdef() {}
//	import('y'), import.meta.url               Code: $ntimp('y'), $ntmet.meta.url
//
// References to imported names are left as they are; who compiles Code makes them reads of the module they come from.
type Record struct {
	Code     string
	Names    Names
	Requests []Request
	Imports  []Import
	Exports  []Export
	Indirect []Indirect
	Stars    []int // the requests of export * from
	// Declared are the offsets of the declarations that follow an export keyword: what they declare is exported
	// under its own name.
	Declared []int
	// Default is the name by which Code knows `export default` of an expression or of a function or class without
	// a name; "" if there is none. Its real name is "default".
	Default string
	// DefaultHead is what begins that function or class in Code, and what it was in the text: for showing the text.
	DefaultHead [2]string
	// Meta and Dynamic say that import.meta and import( occur.
	Meta, Dynamic bool
	// Static says that there is an import or export statement, StaticAt where the first is; without one it is where
	// import.meta is.
	Static   bool
	StaticAt int
}

// Request is a module that another one asks for. Requests with the same specifier and attributes are one.
type Request struct {
	Specifier  string
	Attributes map[string]string
	Offset     int // of the specifier in Code
}

// Import is a name that a module imports. Name "*" is the namespace.
type Import struct {
	Request     int
	Name, Local string
	Offset      int
}

// Export is `export { Local as Name }`.
type Export struct {
	Local, Name string
	Offset      int
}

// Indirect is `export { From as Name } from`, or `export * as Name from` with From "*".
type Indirect struct {
	Request    int
	From, Name string
	Offset     int
}

// Names are the identifiers put into the Code of a file. None of them occurs in the file.
type Names struct {
	Import  string // stands for import in import(; the same length
	Meta    string // stands for import in import.meta; the same length
	Default string // what `export default` declares; the same length
	Prefix  string // further hidden names may be made by adding to it
}

// NamesFor finds names that do not occur in src.
func NamesFor(src string) Names {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	prefix := "$nt"
	for i := 0; strings.Contains(src, prefix); i++ {
		prefix = "$" + string(letters[i/len(letters)%len(letters)]) + string(letters[i%len(letters)])
	}
	return Names{Import: prefix + "imp", Meta: prefix + "met", Default: prefix + "def", Prefix: prefix}
}
