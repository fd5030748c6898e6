package nodeapi

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/internal/inspect"
	"github.com/nodetimers/nodetimers/internal/nodeerr"
)

// This file is console.table: what the columns of some data are, and how a table
// is drawn.

// A column of a table has a head and cells; a cell that was not set is empty.
type column struct {
	head  string
	cells map[int]string
}

// table prints arrays and objects by rows and their keys, maps and sets by
// iteration; what is no object is logged. properties selects columns.
func (c *console) table(call goja.FunctionCall) goja.Value {
	data, properties := call.Argument(0), call.Argument(1)
	var only []string
	if !goja.IsUndefined(properties) {
		list, ok := properties.(*goja.Object)
		if !ok || c.insp.Kind(list) != inspect.Array {
			panic(nodeerr.InvalidArgType(c.vm, "properties", "an instance of Array", properties))
		}
		only = []string{}
		for i := range int(list.Get("length").ToInteger()) {
			only = append(only, orUndefined(list.Get(strconv.Itoa(i))).String())
		}
	}
	o, ok := data.(*goja.Object)
	if !ok || isFunction(o) {
		c.through("log", c.log, c.stdout, data)
		return goja.Undefined()
	}
	var columns []*column
	rows := 0
	switch c.insp.Kind(o) {
	case inspect.Map, inspect.Set:
		columns, rows = c.iterated(o)
	default:
		columns, rows = c.indexed(o, only)
	}
	c.logText(drawTable(columns, rows))
	return goja.Undefined()
}

// cell prints a value for a table: briefly, and only its class if it has more
// than two properties.
func (c *console) cell(v goja.Value) string {
	depth := 0.0
	if o, ok := v.(*goja.Object); ok && !isFunction(o) {
		k := c.insp.Kind(o)
		if k != inspect.Array && k != inspect.TypedArray && len(o.Keys()) > 2 {
			depth = -1
		}
	}
	opts := c.vm.NewObject()
	set(opts, "depth", c.vm.ToValue(depth))
	set(opts, "maxArrayLength", c.vm.ToValue(3))
	set(opts, "breakLength", c.vm.ToValue(math.Inf(1)))
	if own := c.inspectOptions(c.stdout); own != nil {
		for _, name := range own.Keys() {
			set(opts, name, own.Get(name))
		}
	}
	return c.insp.InspectOptions(v, opts)
}

// iterated makes the columns of a map or set.
func (c *console) iterated(o *goja.Object) ([]*column, int) {
	index := &column{"(iteration index)", map[int]string{}}
	keys := &column{"Key", map[int]string{}}
	values := &column{"Values", map[int]string{}}
	rows := 0
	c.insp.Each(o, func(key, value goja.Value) {
		index.cells[rows] = c.cell(c.vm.ToValue(rows))
		if value == nil {
			values.cells[rows] = c.cell(key)
		} else {
			keys.cells[rows] = c.cell(key)
			values.cells[rows] = c.cell(value)
		}
		rows++
	})
	if c.insp.Kind(o) == inspect.Set {
		return []*column{index, values}, rows
	}
	return []*column{index, keys, values}, rows
}

// indexed makes the columns of an object: a row for each key, a column for each
// key of the rows, and one for rows that are no objects.
func (c *console) indexed(o *goja.Object, only []string) ([]*column, int) {
	index := &column{"(index)", map[int]string{}}
	values := &column{"Values", map[int]string{}}
	byKey := map[string]*column{}
	var columns []*column
	primitives := false
	keys := o.Keys()
	for row, key := range keys {
		index.cells[row] = key
		v := orUndefined(o.Get(key))
		item, isObject := v.(*goja.Object)
		if !isObject && only == nil {
			primitives = true
			values.cells[row] = c.cell(v)
			continue
		}
		names := only
		if names == nil {
			names = item.Keys()
		}
		for _, name := range names {
			col := byKey[name]
			if col == nil {
				col = &column{name, map[int]string{}}
				byKey[name] = col
				columns = append(columns, col)
			}
			if isObject && c.insp.HasOwn(item, c.vm.ToValue(name)) {
				col.cells[row] = c.cell(orUndefined(item.Get(name)))
			}
		}
	}
	columns = slices.Concat([]*column{index}, indicesFirst(columns))
	if primitives {
		columns = append(columns, values)
	}
	return columns, len(keys)
}

// indicesFirst puts columns whose name is an index in front, ascending, as keys
// of an object are.
func indicesFirst(columns []*column) []*column {
	rank := func(col *column) float64 {
		if n, err := strconv.ParseUint(col.head, 10, 32); err == nil && strconv.FormatUint(n, 10) == col.head && n != math.MaxUint32 {
			return float64(n)
		}
		return math.Inf(1)
	}
	slices.SortStableFunc(columns, func(a, b *column) int {
		switch x, y := rank(a), rank(b); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	return columns
}

// drawTable draws the columns in boxes.
func drawTable(columns []*column, rows int) string {
	widths := make([]int, len(columns))
	for i, col := range columns {
		widths[i] = inspect.Width(col.head)
		for _, cell := range col.cells {
			widths[i] = max(widths[i], inspect.Width(cell))
		}
	}
	rule := func(left, middle, right string) string {
		bars := make([]string, len(widths))
		for i, w := range widths {
			bars[i] = strings.Repeat("─", w+2)
		}
		return left + strings.Join(bars, middle) + right
	}
	row := func(text func(*column) string) string {
		cells := make([]string, len(columns))
		for i, col := range columns {
			cell := text(col)
			cells[i] = cell + strings.Repeat(" ", widths[i]-inspect.Width(cell))
		}
		return "│ " + strings.Join(cells, " │ ") + " │"
	}
	lines := []string{
		rule("┌", "┬", "┐"),
		row(func(col *column) string { return col.head }),
		rule("├", "┼", "┤"),
	}
	for r := range rows {
		lines = append(lines, row(func(col *column) string { return col.cells[r] }))
	}
	return strings.Join(append(lines, rule("└", "┴", "┘")), "\n")
}
