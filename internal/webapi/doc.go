// Package webapi gives a goja runtime the web platform's globals in the form Node 26 has them:
// events, abort signals, DOMException and performance in a first group, structuredClone, text
// encoding, base64, weak references and the newer parts of ECMAScript in a second.
//
//	api := webapi.Install(vm, webapi.Deps{Now: loop.Now, SetTimeout: ...})
//	api.InstallExtras() // only for who wants all of it
//
// The package knows no event loop. What it needs of one (a timer, the time, where an exception of
// a listener goes) comes as function values in [Deps].
//
// # How it is built
//
// Most classes are embedded JavaScript (js/*.js), because class syntax gives the property
// attributes, names, lengths and private state that Node's classes have. Each file is one function
// of a host object and of the files it needs; it is compiled once per process and run once per
// runtime, when a program first touches one of its globals. Until then a global is an accessor that
// replaces itself. A program that uses none of them pays for the accessors only.
//
// Nothing here can be broken by a program that overwrites builtins: Install takes the few that the
// embedded files use before any script runs, and hands them over when a file is loaded.
//
// # Goroutines
//
// Everything belongs to the goroutine that owns the runtime. A method that loads a file runs
// JavaScript: called while no JavaScript is on the stack, it lets the engine run the promise jobs
// that wait, as every call into a runtime does.
//
// # Where it differs from Node
//
//   - A global class is an accessor until it is first touched; Materialize touches all.
//   - State is in private fields, so the symbol keys that Node's objects show are not there, and a
//     method on a wrong receiver may say so in other words where Node's message is the engine's.
//   - TextDecoder knows UTF-8, UTF-16 and windows-1252 (latin1, ascii); Node has ICU's encodings.
//   - structuredClone transfers array buffers only, and takes an object that inherits from
//     Iterator.prototype for an iterator, which cannot be cloned.
//   - The user timeline has no observers and no resource entries; timerify feeds its histogram only.
//   - FinalizationRegistry calls back only where Deps.Post is given. WeakRef lets go as the Go
//     collector does.
//   - Array buffers cannot be resized or shared, and there is no Float16Array: the engine has none.
//
// # Reading order
//
// webapi.go (Deps, Install), files.go (what is in which file), lazy.go, host.go; then js/form.js,
// js/events.js and js/abort.js; then each extra on its own.
package webapi
