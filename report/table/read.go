package table

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// ReadCSV reads a file of the columns that CSV wrote, and calls f for each row,
// which is valid until the next one. Columns that the file has beside them are
// left out. Errors name the file, the line and the column.
func ReadCSV(r io.Reader, name string, columns []Column, f func([]Value) error) error {
	in := csv.NewReader(r)
	in.ReuseRecord = true
	head, err := in.Read()
	if err != nil {
		return readError(name, err)
	}
	places := make([]int, len(columns))
	for i, c := range columns {
		if places[i] = slices.Index(head, c.Name); places[i] < 0 {
			return fmt.Errorf("%s:1: got no column %s, want one", name, c.Name)
		}
	}
	row := make([]Value, len(columns))
	for {
		cells, err := in.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return readError(name, err)
		}
		for i := range columns {
			if row[i], err = columns[i].parse(cells[places[i]]); err != nil {
				line, column := in.FieldPos(places[i])
				return fmt.Errorf("%s:%d:%d: %s: %w", name, line, column, columns[i].Name, err)
			}
		}
		if err := f(row); err != nil {
			line, _ := in.FieldPos(0)
			return fmt.Errorf("%s:%d: %w", name, line, err)
		}
	}
}

func readError(name string, err error) error {
	var at *csv.ParseError
	switch {
	case errors.As(err, &at):
		return fmt.Errorf("%s:%d:%d: %w", name, at.Line, at.Column, at.Err)
	case errors.Is(err, io.EOF):
		return fmt.Errorf("%s:1: the file is empty, want a header", name)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// parse reads a cell.
func (c *Column) parse(cell string) (Value, error) {
	if cell == "" && c.Optional {
		return None, nil
	}
	var v Value
	var err error
	switch c.Kind {
	case Text:
		return String(cell), nil
	case Whole:
		v.number, err = strconv.ParseInt(cell, 10, 64)
	case Unsigned:
		var n uint64
		n, err = strconv.ParseUint(cell, 10, 64)
		v.number = int64(n)
	case Seconds:
		v.number, err = millis(cell)
	default:
		if v.real, err = strconv.ParseFloat(cell, 64); math.IsNaN(v.real) || math.IsInf(v.real, 0) {
			err = strconv.ErrRange
		}
	}
	if err != nil {
		return Value{}, fmt.Errorf("got %q, want %s", cell, c.Kind.wanted())
	}
	return v, nil
}

func (k Kind) wanted() string {
	return [...]string{"text", "a whole number", "a whole number of at least 0", "seconds to the millisecond", "a number", "a number"}[k]
}

// millis reads seconds as whole milliseconds.
func millis(cell string) (int64, error) {
	digits, minus := strings.CutPrefix(cell, "-")
	whole, part, _ := strings.Cut(digits, ".")
	if len(part) > 3 || whole == "" {
		return 0, strconv.ErrSyntax
	}
	n, err := strconv.ParseUint(whole+part+strings.Repeat("0", 3-len(part)), 10, 63)
	if minus {
		return -int64(n), err
	}
	return int64(n), err
}
