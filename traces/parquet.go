package traces

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"

	"github.com/parquet-go/parquet-go"
	parquetformat "github.com/parquet-go/parquet-go/format"

	"rubato/report/table"
)

// parquetMagic is what a Parquet file starts with.
const parquetMagic = "PAR1"

// parquetError is a Parquet file that is cut, spoilt, too large or not flat.
type parquetError struct{ error }

// parquetText is a Parquet file as CSV: what its metadata have as a table's mark, a
// header, and a line a row, so that whatever is read as CSV is read as Parquet too.
type parquetText struct {
	columns []parquet.Field
	groups  []parquet.RowGroup // not read yet
	rows    parquet.Rows       // of the group that is being read; nil for none
	some    [256]parquet.Row
	cells   []string
	text    bytes.Buffer // not handed out yet
	csv     *csv.Writer
	size    int64 // of the text handed out
	limit   int64
}

// openParquet starts to read a Parquet file, which it takes into memory as it is.
func openParquet(r io.Reader, limit int64) (t *parquetText, err error) {
	defer recovered(&err)
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > limit {
		return nil, &parquetError{fmt.Errorf("more than %d bytes", limit)}
	}
	f, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)), parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		return nil, &parquetError{err}
	}
	t = &parquetText{columns: f.Schema().Fields(), groups: f.RowGroups(), limit: limit}
	t.csv = csv.NewWriter(&t.text)
	if err := t.check(f); err != nil {
		return nil, err
	}
	if mark, ok := f.Lookup(table.MarkKey); ok {
		t.text.WriteString(mark + "\n")
	}
	return t, t.header()
}

// recovered makes an error of a panic of the library, which spoilt files can cause.
func recovered(err *error) {
	if fault := recover(); fault != nil {
		*err = &parquetError{fmt.Errorf("%v", fault)}
	}
}

// check refuses columns whose values are not those of a cell, and files that
// say that they are too large.
func (t *parquetText) check(f *parquet.File) error {
	for _, c := range t.columns {
		if !c.Leaf() || c.Repeated() || !plainColumn(c) {
			return &parquetError{fmt.Errorf("column %q of type %s, not text, a number or a truth value", c.Name(), c)}
		}
	}
	size := int64(0)
	for _, g := range f.Metadata().RowGroups {
		for i := range g.Columns {
			n := g.Columns[i].MetaData.TotalUncompressedSize
			if size += n; n < 0 || size > t.limit {
				return &parquetError{fmt.Errorf("more than %d bytes when decompressed", t.limit)}
			}
		}
	}
	return nil
}

// plainColumn reports whether the values are text or numbers as they are: the
// library would give times and fixed-point numbers without their units.
func plainColumn(f parquet.Field) bool {
	switch f.Type().Kind() {
	case parquet.Int96, parquet.FixedLenByteArray:
		return false
	}
	l := f.Type().LogicalType()
	if l == nil {
		return true
	}
	switch l.Value.(type) {
	case *parquetformat.StringType, *parquetformat.EnumType, *parquetformat.IntType:
		return true
	}
	return false
}

func (t *parquetText) header() error {
	t.cells = make([]string, len(t.columns))
	for i, c := range t.columns {
		t.cells[i] = c.Name()
	}
	return t.write()
}

// write adds the cells as a line.
func (t *parquetText) write() error {
	err := t.csv.Write(t.cells)
	t.csv.Flush()
	return err
}

// Read reads on; every error but io.EOF is a *parquetError.
func (t *parquetText) Read(p []byte) (int, error) {
	for t.text.Len() == 0 {
		if err := t.fill(); err != nil {
			return 0, err
		}
	}
	n, _ := t.text.Read(p)
	if t.size += int64(n); t.size > t.limit {
		return 0, &parquetError{fmt.Errorf("more than %d bytes", t.limit)}
	}
	return n, nil
}

// fill reads some rows.
func (t *parquetText) fill() (err error) {
	defer recovered(&err)
	if t.rows == nil {
		if len(t.groups) == 0 {
			return io.EOF
		}
		t.rows, t.groups = t.groups[0].Rows(), t.groups[1:]
	}
	n, err := t.rows.ReadRows(t.some[:])
	for _, row := range t.some[:n] {
		for _, v := range row {
			t.cells[v.Column()] = cellOf(v)
		}
		if err := t.write(); err != nil {
			return err
		}
	}
	switch {
	case err == io.EOF:
		err, t.rows = t.rows.Close(), nil
	case err == nil && n == 0:
		err = io.ErrNoProgress
	}
	if err != nil {
		return &parquetError{err}
	}
	return nil
}

// cellOf is a value as a table in CSV has it.
func cellOf(v parquet.Value) string {
	if v.IsNull() {
		return ""
	}
	switch v.Kind() {
	case parquet.Boolean:
		return strconv.FormatBool(v.Boolean())
	case parquet.Int32, parquet.Int64:
		return strconv.FormatInt(v.Int64(), 10)
	case parquet.Float:
		return strconv.FormatFloat(float64(v.Float()), 'f', -1, 32)
	case parquet.Double:
		return strconv.FormatFloat(v.Double(), 'f', -1, 64)
	}
	return string(v.ByteArray())
}
