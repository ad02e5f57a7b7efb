package traces

import (
	"fmt"
	"slices"
	"strings"
)

// row is a line of a table, with its fields by column name. One row serves for
// all lines of a table.
type row struct {
	line  int
	names []string // of the columns, in file order
	cells []string
	cols  []int  // where each cell starts, from 1
	fault *Error // of the first cell that could not be read
}

// reset makes the row that of a line, without cells.
func (r *row) reset(l line) {
	r.line, r.cells, r.cols, r.fault = l.num, r.cells[:0], r.cols[:0], nil
}

// cut makes the line's cells the row's: one for each column, split at commas. A
// cell in double quotes may hold commas, and quotes written twice.
func (r *row) cut(l line) *Error {
	r.reset(l)
	for rest, col := l.text, 1; ; {
		cell, size, fault := l.cell(rest, col)
		if fault != nil {
			return fault
		}
		r.cells, r.cols = append(r.cells, cell), append(r.cols, col)
		if size == len(rest) {
			break
		}
		rest, col = rest[size+1:], col+size+1
	}
	return r.count(l, "comma")
}

// cutAtTabs is cut for fields between tabs, without quotes.
func (r *row) cutAtTabs(l line) *Error {
	r.reset(l)
	col := 1
	for cell := range strings.SplitSeq(l.text, "\t") {
		r.cells, r.cols = append(r.cells, cell), append(r.cols, col)
		col += len(cell) + 1
	}
	return r.count(l, "tab")
}

// cell returns the first cell of rest, which starts at a column of the line, and
// how many bytes it takes.
func (l line) cell(rest string, col int) (cell string, size int, fault *Error) {
	if !strings.HasPrefix(rest, `"`) {
		if size = strings.IndexByte(rest, ','); size < 0 {
			size = len(rest)
		}
		return rest[:size], size, nil
	}
	end := 1
	for end < len(rest) && (rest[end] != '"' || strings.HasPrefix(rest[end:], `""`)) {
		if rest[end] == '"' {
			end++
		}
		end++
	}
	if end >= len(rest) || end+1 < len(rest) && rest[end+1] != ',' {
		return "", 0, &Error{Line: l.num, Col: col, Got: rest, reason: "broken quotes",
			Want: `a quoted field that ends in " before the next comma or the line's end`}
	}
	return strings.ReplaceAll(rest[1:end], `""`, `"`), end + 1, nil
}

// count checks that there is a cell for each column.
func (r *row) count(l line, separator string) *Error {
	if len(r.cells) == len(r.names) {
		return nil
	}
	return &Error{Line: l.num, Col: 1, Got: l.text, reason: "wrong number of fields",
		Want: fmt.Sprintf("%d %s-separated fields, not %d", len(r.names), separator, len(r.cells))}
}

// get returns the field of a column, and whether the table has the column.
func (r *row) get(name string) (field, bool) {
	i := slices.Index(r.names, name)
	if i < 0 {
		return field{}, false
	}
	return field{name, r.cells[i], r.line, r.cols[i]}, true
}

// must returns the field of a required column.
func (r *row) must(name string) field {
	f, _ := r.get(name)
	return f
}
