package script

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// This file writes a program as npm makes them: one megabyte of small modules in
// packages, every second package of ES modules, each with an entry that loads the
// package's parts. It is the same on every machine. What the program prints is the
// number of its modules, counted by loading them.

const (
	packages = 50
	parts    = 9    // of a package, beside its entry
	partSize = 1930 // bytes at least, but for its entry
)

// npm is the program that was written.
type npm struct {
	main    string // its file's name
	modules int    // in node_modules
	bytes   int    // of their sources
}

// writeNpm writes the program into a folder.
func writeNpm(dir string) (npm, error) {
	p := npm{main: "main.mjs"}
	random := rand.New(rand.NewPCG(1, 2))
	var imports, sum strings.Builder
	for i := range packages {
		name := packageName(i)
		folder := filepath.Join(dir, "node_modules", name)
		if err := os.MkdirAll(filepath.Join(folder, "lib"), 0o755); err != nil {
			return npm{}, err
		}
		for file, text := range packageFiles(i, random) {
			if strings.HasSuffix(file, ".js") {
				p.modules++
				p.bytes += len(text)
			}
			if err := os.WriteFile(filepath.Join(folder, filepath.FromSlash(file)), []byte(text), 0o644); err != nil {
				return npm{}, err
			}
		}
		fmt.Fprintf(&imports, "import * as p%d from '%s';\n", i, name)
		fmt.Fprintf(&sum, " + p%d.count", i)
	}
	main := imports.String() + "console.log(0" + sum.String() + ");\n"
	return p, os.WriteFile(filepath.Join(dir, p.main), []byte(main), 0o644)
}

func packageName(i int) string { return fmt.Sprintf("made-up-%02d", i) }

// packageFiles are the files of one package, the odd ones with ES modules.
func packageFiles(i int, random *rand.Rand) map[string]string {
	esm := i%2 == 1
	kind, entry := "commonjs", "'use strict';\n"
	if esm {
		kind, entry = "module", ""
	}
	files := map[string]string{
		"package.json": fmt.Sprintf("{\n  \"name\": %q,\n  \"version\": \"1.%d.0\",\n  \"type\": %q,\n  \"main\": \"index.js\"\n}\n", packageName(i), i, kind),
	}
	// A package uses the one two before it, which is of its own kind.
	if i >= 2 {
		entry += load(esm, "earlier", packageName(i-2))
	}
	count := ""
	for j := range parts {
		part := fmt.Sprintf("part%d", j)
		entry += load(esm, part, "./lib/"+part+".js")
		count += fmt.Sprintf(" + %s.count", part)
		files["lib/"+part+".js"] = partText(esm, j, random)
	}
	if i >= 2 {
		count += " + (earlier.count > 0 ? 0 : NaN)"
	}
	if esm {
		entry += "export const count = 1" + count + ";\nexport { part0, part1 };\n"
	} else {
		entry += "exports.count = 1" + count + ";\nexports.part0 = part0;\nexports.part1 = part1;\n"
	}
	files["index.js"] = entry
	return files
}

func load(esm bool, name, from string) string {
	if esm {
		return fmt.Sprintf("import * as %s from '%s';\n", name, from)
	}
	return fmt.Sprintf("const %s = require('%s');\n", name, from)
}

// partText is one module: functions of a few kinds, until it is long enough. A part
// uses the one before it.
func partText(esm bool, j int, random *rand.Rand) string {
	var b strings.Builder
	if !esm {
		b.WriteString("'use strict';\n")
	}
	if j > 0 {
		b.WriteString(load(esm, "before", fmt.Sprintf("./part%d.js", j-1)))
	}
	var names []string
	for b.Len() < partSize {
		k := random.IntN(len(shapes))
		name := fmt.Sprintf("%s%d", shapes[k].name, len(names))
		names = append(names, name)
		fmt.Fprintf(&b, shapes[k].text, name, 2+random.IntN(900))
	}
	list := strings.Join(names, ", ")
	if esm {
		fmt.Fprintf(&b, "export const count = 1;\nexport { %s };\n", list)
	} else {
		fmt.Fprintf(&b, "module.exports = { count: 1, %s };\n", list)
	}
	return b.String()
}

// shapes are what modules are made of: %[1]s is a name, %[2]d a number.
var shapes = []struct{ name, text string }{
	{"fold", `
/**
 * Folds a list of numbers into one, and starts over after %[2]d steps.
 */
function %[1]s(list, from = 0) {
  let sum = from;
  for (let i = 0; i < list.length; i++) {
    if (i %% %[2]d === 0) sum = from;
    sum += list[i] * (i + 1);
  }
  return sum;
}
`},
	{"Store", `
class %[1]s {
  constructor(limit = %[2]d) {
    this.limit = limit;
    this.items = new Map();
  }
  set(key, value) {
    if (this.items.size >= this.limit) this.items.delete(this.items.keys().next().value);
    this.items.set(key, value);
    return this;
  }
  get(key, otherwise) {
    return this.items.has(key) ? this.items.get(key) : otherwise;
  }
}
`},
	{"words", `
// Splits a text at what is neither letter nor digit, and cuts long words.
const %[1]s = (text, most = %[2]d) => String(text)
  .split(/[^a-z0-9]+/i)
  .filter((word) => word !== '')
  .map((word) => (word.length > most ? word.slice(0, most) + '...' : word));
`},
	{"options", `
const %[1]s = Object.freeze({
  name: 'option-%[2]d',
  retries: %[2]d,
  headers: { accept: 'text/plain', 'x-request': 'made up' },
  describe() {
    return ` + "`${this.name} with ${this.retries} retries`" + `;
  },
});
`},
	{"merge", `
function %[1]s(target, ...sources) {
  for (const source of sources) {
    for (const [key, value] of Object.entries(source || {})) {
      const both = typeof value === 'object' && value !== null && typeof target[key] === 'object';
      target[key] = both ? %[1]s({ ...target[key] }, value) : value;
    }
  }
  return Object.keys(target).length > %[2]d ? null : target;
}
`},
	{"wait", `
async function %[1]s(work, times = %[2]d) {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work(attempt);
    } catch (error) {
      if (attempt >= times) throw error;
    }
  }
}
`},
}
