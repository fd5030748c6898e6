package modules

import (
	"fmt"
	"os"
	"testing"

	"github.com/dop251/goja"
	"github.com/dop251/goja/parser"
	"github.com/nodetimers/nodetimers/internal/transpile"
	"time"
)

func TestLab(t *testing.T) {
	for _, f := range []string{os.Getenv("LABFILE")} {
		if f == "" {
			t.Skip()
		}
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		t0 := time.Now()
		u, err := compileFile(source{path: f, code: string(b), hook: true}, anyFormat)
		fmt.Println(time.Since(t0), err)
		if u != nil {
			fmt.Printf("%+v\n", u.record)
		}
	}
}

func BenchmarkLab(b *testing.B) {
	f := os.Getenv("LABFILE")
	data, err := os.ReadFile(f)
	if err != nil {
		b.Skip()
	}
	for _, hook := range []bool{false, true} {
		b.Run(fmt.Sprint("hook=", hook), func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				if _, err := compileFile(source{path: f, code: string(data), hook: hook}, anyFormat); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("goja", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			p, err := goja.Parse(f, "(function(){"+string(data)+"\n})", parser.WithDisableSourceMaps)
			if err != nil {
				b.Skip(err)
			}
			if _, err := goja.CompileAST(p, false); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("lower", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			if _, err := transpile.Lower(transpile.Input{Path: f, Code: string(data)}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
