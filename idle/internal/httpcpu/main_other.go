//go:build !unix

// Command httpcpu measures processor time, which it knows how to ask of Unix systems only.
package main

import "log"

func main() { log.Fatal("nodetimers: httpcpu runs on Unix systems only") }
