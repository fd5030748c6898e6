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

const facts = 217

var (
	quoted     = regexp.MustCompile("`([^`]*)`")
	linkToPage = regexp.MustCompile(`\]\(([^)#]*)[^)]*\)`)
)

// docs/facts.md has one line for each fact, in order, and each names what shows it:
// cases, as `cases/NAME`; tests, as "package: `Test`, `Test`"; testscripts by their
// path. All of them exist, and so does what the lines link to.
func TestFactsNameWhatExists(t *testing.T) {
	text, err := os.ReadFile("../../docs/facts.md")
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string]map[string]bool{}
	shows := func(t *testing.T, pkg, name string) (what string, ok bool) {
		switch {
		case strings.HasPrefix(name, "cases/"):
			return name, isFile("conformance/"+name+".js") && isFile("conformance/"+name+".out")
		case strings.HasSuffix(name, ".txtar"):
			return name, isFile(name)
		case pkg == "":
			return name + ", of no package,", false
		}
		if tests[pkg] == nil {
			tests[pkg] = testsOf(t, pkg)
		}
		return name + " in " + pkg, testName.MatchString("`"+name+"`") && tests[pkg][name]
	}
	var numbers []int
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(line, "|")
		if len(cells) < 2 {
			continue
		}
		n, err := strconv.Atoi(strings.TrimSpace(cells[1]))
		if err != nil {
			continue // the head of a table
		}
		numbers = append(numbers, n)
		if len(cells) != 6 || strings.TrimSpace(cells[2]) == "" {
			t.Errorf("%d: %d cells, want number, fact, what shows it, what differs", n, len(cells)-2)
			continue
		}
		for list := range strings.SplitSeq(cells[3], ";") {
			pkg, names, ok := strings.Cut(list, ": ")
			if !ok {
				pkg, names = "", list
			}
			found := quoted.FindAllStringSubmatch(names, -1)
			if len(found) == 0 {
				t.Errorf("%d: %q names nothing", n, list)
			}
			for _, m := range found {
				if what, ok := shows(t, strings.TrimSpace(pkg), m[1]); !ok {
					t.Errorf("%d: there is no %s", n, what)
				}
			}
		}
		for _, m := range linkToPage.FindAllStringSubmatch(cells[4], -1) {
			if !isFile("docs/" + m[1]) {
				t.Errorf("%d: there is no docs/%s", n, m[1])
			}
		}
	}
	var want []int
	for n := range facts {
		want = append(want, n+1)
	}
	if !slices.Equal(numbers, want) {
		t.Errorf("lines %v, want 1 to %d", numbers, facts)
	}
}

// isFile tells whether there is such a file in the module.
func isFile(name string) bool {
	info, err := os.Stat(filepath.Join("../..", filepath.FromSlash(name)))
	return err == nil && !info.IsDir()
}
