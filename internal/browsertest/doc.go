// Package browsertest tests the project's pages in headless Chromium. It is a module
// of its own, so that what drives the browser is no dependency of nodetimers:
//
//	cd internal/browsertest && go test ./...
//
// Debian's package chromium is enough; without it the tests fail. With the variable
// SCREENSHOTS set to a folder each test leaves pictures there, to be looked at.
package browsertest
