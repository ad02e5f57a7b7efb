package table

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// CSV writes the table as RFC 4180 with line feeds, in UTF-8, with a header,
// above which stands the Mark.
func (t *Table) CSV(w io.Writer) error {
	if t.Mark != "" {
		if _, err := io.WriteString(w, t.Mark+"\n"); err != nil {
			return err
		}
	}
	out := csv.NewWriter(w)
	cells := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		cells[i] = c.Name
	}
	if err := out.Write(cells); err != nil {
		return err
	}
	for row := range t.Rows {
		for i := range t.Columns {
			cells[i] = t.Columns[i].cell(row[i])
		}
		if err := out.Write(cells); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// cell prints a value.
func (c *Column) cell(v Value) string {
	switch {
	case v.none:
		return ""
	case c.Kind == Text:
		return v.text
	case c.Kind == Whole:
		return strconv.FormatInt(v.number, 10)
	case c.Kind == Unsigned:
		return strconv.FormatUint(uint64(v.number), 10)
	case c.Kind == Seconds:
		return SecondsText(v.number)
	}
	return strconv.FormatFloat(v.real, 'f', c.decimals(), 64)
}

// decimals are those of a Ratio or a Real.
func (c *Column) decimals() int {
	if c.Kind == Ratio {
		return 6
	}
	return 3
}

// SecondsText prints milliseconds as seconds, exactly.
func SecondsText(ms int64) string {
	switch {
	case ms < 0:
		return "-" + SecondsText(-ms)
	case ms%1000 == 0:
		return strconv.FormatInt(ms/1000, 10)
	}
	return strings.TrimRight(fmt.Sprintf("%d.%03d", ms/1000, ms%1000), "0")
}
