package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// asCommand, in the environment, makes the test binary the command itself.
const asCommand = "NODETIMERS_TEST_AS_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" {
		main()
	}
	testscript.Main(m, map[string]func(){"nodetimers": main})
}

// TestScripts runs testdata/script/*.txtar: the command line as a user has it.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Setenv("HOME", env.WorkDir)
			return nil
		},
		Condition: func(cond string) (bool, error) { return cond == "unix" && runtime.GOOS != "windows", nil },
	})
}

// TestManualIsTrue runs the commands of the examples' READMEs: a fenced block
// that begins with "$ go run ./..." is a command, the lines up to the next one
// are its output.
func TestManualIsTrue(t *testing.T) {
	files, err := filepath.Glob("../../examples/*/README.md")
	if err != nil || len(files) == 0 {
		t.Fatalf("no READMEs found: %v", err)
	}
	block := regexp.MustCompile("(?s)```\n(\\$ .*?)```")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		blocks := block.FindAllStringSubmatch(string(text), -1)
		if len(blocks) == 0 {
			t.Errorf("%s shows no command", file)
		}
		for _, b := range blocks {
			line, want, _ := strings.Cut(strings.TrimPrefix(b[1], "$ "), "\n")
			t.Run(filepath.Base(filepath.Dir(file)), func(t *testing.T) {
				args := strings.Fields(line)
				cmd := exec.Command(args[0], args[1:]...)
				cmd.Dir = "../.."
				out, err := cmd.CombinedOutput()
				if err != nil {
					t.Fatalf("%s: %v\n%s", line, err, out)
				}
				if string(out) != want {
					t.Errorf("%s printed\n%s\nthe README shows\n%s", line, out, want)
				}
			})
		}
	}
}
