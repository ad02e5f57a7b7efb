package table

import "iter"

// Kind is what the values of a column are.
type Kind uint8

// The kinds.
const (
	// Text is any string.
	Text Kind = iota
	// Whole is an int64.
	Whole
	// Unsigned is a uint64.
	Unsigned
	// Seconds is a time, or GPU time, in whole milliseconds.
	Seconds
	// Ratio is a fraction to six decimals, Real a number to three.
	Ratio
	Real
)

// Column describes a column.
type Column struct {
	Name string
	// Unit is that of the values as written, "" of what has none.
	Unit string
	Kind Kind
	// Optional columns may have no value in a row.
	Optional bool
}

// Table is rows of the same columns.
type Table struct {
	// Name is that of the file, without what follows the dot.
	Name    string
	Columns []Column
	// Mark is a line above the header of CSV; of Parquet, metadata under MarkKey.
	// "" for none.
	Mark string
	// Rows gives the rows in order. A row is valid until the next one.
	Rows iter.Seq[[]Value]
}

// MarkKey is where the metadata of Parquet have a table's Mark.
const MarkKey = "rubato"

// Value is one of a Column's kind, or none.
type Value struct {
	text   string
	number int64
	real   float64
	none   bool
}

// None is no value.
var None = Value{none: true}

// String returns a Text.
func String(s string) Value { return Value{text: s} }

// Int returns a Whole.
func Int(n int) Value { return Value{number: int64(n)} }

// Uint returns an Unsigned.
func Uint(n uint64) Value { return Value{number: int64(n)} }

// Millis returns Seconds.
func Millis(ms int64) Value { return Value{number: ms} }

// Float returns a Ratio or a Real.
func Float(f float64) Value { return Value{real: f} }

// Maybe returns a Ratio or a Real, none where there is none.
func Maybe(f *float64) Value {
	if f == nil {
		return None
	}
	return Float(*f)
}

// Text returns a Text's string.
func (v Value) Text() string { return v.text }

// Int returns a Whole, or the milliseconds of Seconds.
func (v Value) Int() int64 { return v.number }

// Uint returns an Unsigned.
func (v Value) Uint() uint64 { return uint64(v.number) }

// Float returns a Ratio or a Real as written.
func (v Value) Float() float64 { return v.real }

// None reports whether there is no value.
func (v Value) None() bool { return v.none }
