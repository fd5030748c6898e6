package nodeapi

import (
	"slices"
	"strings"
)

// This file finds the shortest edit from one list of lines to another, by the
// algorithm of Eugene Myers, and prints it. Time and room grow with the length
// of the lists times the number of edits.

// lineEdit is a line of a diff: of both lists, or of one.
type lineEdit struct {
	kind editKind
	line string
}

type editKind byte

const (
	kept     editKind = ' '
	inserted editKind = '+' // in actual only
	deleted  editKind = '-' // in expected only
)

// diffLines gives the edits in order. With commas, lines that differ by a comma
// at their end are the same: the last entry of an object has none.
func diffLines(actual, expected []string, commas bool) []lineEdit {
	same := func(a, b string) bool {
		return a == b || commas && (strings.TrimSuffix(a, ",") == b || strings.TrimSuffix(b, ",") == a)
	}
	n, m := len(actual), len(expected)
	// furthest[k+off] is how far in actual a path on diagonal k gets with the
	// edits made so far. rounds keeps it for each number of edits before, for the
	// diagonals -edits+1, -edits+3 .. edits-1 that such a number reaches.
	off := n + m
	furthest := make([]int32, 2*off+1)
	var rounds [][]int32
	for edits := 0; ; edits++ {
		if edits > maxEdits {
			return replaceAll(actual, expected)
		}
		before := make([]int32, edits)
		for i := range before {
			before[i] = furthest[2*i-edits+1+off]
		}
		rounds = append(rounds, before)
		for k := -edits; k <= edits; k += 2 {
			x := 0
			switch i := (k + edits) / 2; {
			case edits == 0:
			case deletes(before, i):
				x = int(before[i])
			default:
				x = int(before[i-1]) + 1
			}
			y := x - k
			for x < n && y < m && same(actual[x], expected[y]) {
				x++
				y++
			}
			furthest[k+off] = int32(x)
			if x >= n && y >= m {
				return walkBack(actual, expected, rounds, commas)
			}
		}
	}
}

// maxEdits bounds the room for rounds to 256 MB. Longer diffs are of lists with
// next to nothing in common.
const maxEdits = 11000

// deletes reports whether the best path to the i-th diagonal of a round ends with
// a deletion: it comes from the diagonal above, the i-th of the round before.
func deletes(before []int32, i int) bool {
	return i == 0 || i < len(before) && before[i-1] < before[i]
}

func replaceAll(actual, expected []string) []lineEdit {
	var out []lineEdit
	for _, line := range actual {
		out = append(out, lineEdit{inserted, line})
	}
	for _, line := range expected {
		out = append(out, lineEdit{deleted, line})
	}
	return out
}

// walkBack follows the path from the ends of the lists to their beginnings.
func walkBack(actual, expected []string, rounds [][]int32, commas bool) []lineEdit {
	x, y := len(actual), len(expected)
	var out []lineEdit
	for edits := len(rounds) - 1; edits >= 0; edits-- {
		before := rounds[edits]
		k := x - y
		i := (k + edits) / 2
		fromX, fromY := 0, 0
		switch {
		case edits == 0:
		case deletes(before, i):
			fromX = int(before[i])
			fromY = fromX - (k + 1)
		default:
			fromX = int(before[i-1])
			fromY = fromX - (k - 1)
		}
		for x > fromX && y > fromY {
			line := actual[x-1]
			if commas && !strings.HasSuffix(line, ",") {
				line = expected[y-1]
			}
			out = append(out, lineEdit{kept, line})
			x--
			y--
		}
		switch {
		case edits == 0:
		case x > fromX:
			x--
			out = append(out, lineEdit{inserted, actual[x]})
		default:
			y--
			out = append(out, lineEdit{deleted, expected[y]})
		}
	}
	slices.Reverse(out)
	return out
}

// contextLines is how many lines that are the same are printed in front of a
// gap; a gap leaves one line behind it, and replaces two at least.
const contextLines = 5

// printDiff renders edits. Lines in the middle of a run of kept ones become
// "..."; skipped tells that there were some. In a partial comparison what only
// actual has is no difference, and printed as the kept lines are.
func printDiff(edits []lineEdit, p *palette, partial bool) (text string, skipped bool) {
	var b strings.Builder
	keep := func(line string) { b.WriteString(p.white + "  " + line + "\n") }
	for i := 0; i < len(edits); {
		e := edits[i]
		switch {
		case e.kind == inserted && partial:
			sign := "+"
			if p.on {
				sign = " "
			}
			b.WriteString(p.gray + sign + " " + e.line + p.white + "\n")
		case e.kind == inserted:
			b.WriteString(p.green + "+" + p.white + " " + e.line + "\n")
		case e.kind == deleted:
			b.WriteString(p.red + "-" + p.white + " " + e.line + "\n")
		default:
			end := i
			for end < len(edits) && edits[end].kind == kept {
				end++
			}
			run := edits[i:end]
			shown := min(len(run), contextLines)
			for _, e := range run[:shown] {
				keep(e.line)
			}
			if end < len(edits) {
				rest := run[shown:]
				if len(rest) > 2 {
					b.WriteString(p.blue + "..." + p.white + "\n")
					rest = rest[len(rest)-1:]
					skipped = true
				}
				for _, e := range rest {
					keep(e.line)
				}
			}
			i = end
			continue
		}
		i++
	}
	return strings.TrimRightFunc(b.String(), isJSSpace), skipped
}

// isJSSpace is what trimEnd takes off.
func isJSSpace(r rune) bool {
	switch r {
	case ' ', '\t', '\n', '\v', '\f', '\r', 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff:
		return true
	}
	return r >= 0x2000 && r <= 0x200a
}
