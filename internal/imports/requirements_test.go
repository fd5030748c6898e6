package imports

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var (
	testName     = regexp.MustCompile("`((?:Test|Benchmark|Example|Fuzz)\\w*)`")
	testFunction = regexp.MustCompile(`(?m)^func ((?:Test|Benchmark|Example|Fuzz)\w*)\(`)
)

// testsOf lists the test functions of a package.
func testsOf(t *testing.T, pkg string) map[string]bool {
	files, err := filepath.Glob(filepath.Join("../..", filepath.FromSlash(pkg), "*_test.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: no tests, %v", pkg, err)
	}
	names := map[string]bool{}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range testFunction.FindAllStringSubmatch(string(text), -1) {
			names[m[1]] = true
		}
	}
	return names
}

// docs/requirements.md has one line for each requirement, and each names tests that
// exist, as "package: `Test`, `Test`; package: `Test`".
func TestRequirementsNameTestsThatExist(t *testing.T) {
	text, err := os.ReadFile("../../docs/requirements.md")
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string]map[string]bool{}
	var numbers []int
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(line, "|")
		if len(cells) != 6 {
			continue
		}
		n, err := strconv.Atoi(strings.TrimSpace(cells[1]))
		if err != nil {
			continue // the head of a table
		}
		numbers = append(numbers, n)
		for list := range strings.SplitSeq(cells[3], ";") {
			pkg, names, ok := strings.Cut(strings.TrimSpace(list), ": ")
			found := testName.FindAllStringSubmatch(names, -1)
			if !ok || len(found) == 0 {
				t.Errorf("%d: %q names no test", n, list)
				continue
			}
			if tests[pkg] == nil {
				tests[pkg] = testsOf(t, pkg)
			}
			for _, m := range found {
				if !tests[pkg][m[1]] {
					t.Errorf("%d: there is no %s in %s", n, m[1], pkg)
				}
			}
		}
	}
	var want []int
	for n := 1; n <= 46; n++ {
		want = append(want, n)
	}
	if want = append(want, 47, 48, 49, 50); !slices.Equal(numbers, want) {
		t.Errorf("lines %v, want %v", numbers, want)
	}
}
