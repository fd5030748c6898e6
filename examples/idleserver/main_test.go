package main

import (
	"os"
	"strings"
	"testing"
)

// The README shows what the program prints.
func TestREADME(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, want, ok := strings.Cut(string(readme), "$ go run ./examples/idleserver\n")
	want, _, ok2 := strings.Cut(want, "```")
	if !ok || !ok2 {
		t.Fatal("the README shows no output")
	}
	var got strings.Builder
	if err := run(&got); err != nil {
		t.Fatalf("%v\n%s", err, got.String())
	}
	if got.String() != want {
		t.Errorf("printed\n%s\nwant\n%s", got.String(), want)
	}
}
