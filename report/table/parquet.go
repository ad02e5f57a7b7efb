package table

import (
	"io"
	"math"
	"reflect"
	"strconv"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"
)

// rowsAtOnce is how many rows the writer is given at a time.
const rowsAtOnce = 1024

// Parquet writes the table as Parquet, compressed with Zstandard. Text is dictionary-encoded.
func (t *Table) Parquet(w io.Writer) error {
	out := parquet.NewWriter(w, t.parquetOptions()...)
	rows := make([]parquet.Row, 0, rowsAtOnce)
	cells := make([]parquet.Value, 0, rowsAtOnce*len(t.Columns))
	flush := func() error {
		_, err := out.WriteRows(rows)
		rows, cells = rows[:0], cells[:0]
		return err
	}
	for row := range t.Rows {
		start := len(cells)
		for i := range t.Columns {
			cells = append(cells, t.Columns[i].parquet(row[i], i))
		}
		rows = append(rows, cells[start:len(cells):len(cells)])
		if len(rows) == rowsAtOnce {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	if err := flush(); err != nil {
		return err
	}
	return out.Close()
}

// parquetOptions name the writer without the version of its library, and the units.
func (t *Table) parquetOptions() []parquet.WriterOption {
	options := []parquet.WriterOption{
		parquet.SchemaOf(reflect.New(t.structure()).Interface()),
		parquet.Compression(&zstd.Codec{}),
		parquet.CreatedBy("rubato", "", ""),
		parquet.MaxRowsPerRowGroup(1 << 20),
	}
	for _, c := range t.Columns {
		if c.Unit != "" {
			options = append(options, parquet.KeyValueMetadata("unit."+c.Name, c.Unit))
		}
	}
	if t.Mark != "" {
		options = append(options, parquet.KeyValueMetadata(MarkKey, t.Mark))
	}
	return options
}

// structure is a Go type whose fields are the columns in their order, from which
// the library takes the schema.
func (t *Table) structure() reflect.Type {
	var fields []reflect.StructField
	for i, c := range t.Columns {
		tag := c.Name
		if c.Kind == Text {
			tag += ",dict"
		}
		if c.Optional {
			tag += ",optional"
		}
		fields = append(fields, reflect.StructField{
			Name: "F" + strconv.Itoa(i), Type: c.goType(), Tag: reflect.StructTag("parquet:" + strconv.Quote(tag)),
		})
	}
	return reflect.StructOf(fields)
}

func (c *Column) goType() reflect.Type {
	switch c.Kind {
	case Text:
		return reflect.TypeFor[string]()
	case Whole:
		return reflect.TypeFor[int64]()
	case Unsigned:
		return reflect.TypeFor[uint64]()
	}
	return reflect.TypeFor[float64]()
}

// parquet converts a value of the column, the i-th.
func (c *Column) parquet(v Value, i int) parquet.Value {
	level := 0
	if c.Optional {
		level = 1
	}
	switch {
	case v.none:
		return parquet.NullValue().Level(0, 0, i)
	case c.Kind == Text:
		return parquet.ByteArrayValue([]byte(v.text)).Level(0, level, i)
	case c.Kind == Whole || c.Kind == Unsigned:
		return parquet.Int64Value(v.number).Level(0, level, i)
	case c.Kind == Seconds:
		return parquet.DoubleValue(float64(v.number)/1000).Level(0, level, i)
	}
	return parquet.DoubleValue(c.rounded(v.real)).Level(0, level, i)
}

// rounded is a Ratio or a Real to the decimals that CSV has.
func (c *Column) rounded(f float64) float64 {
	power := math.Pow10(c.decimals())
	return math.Round(f*power) / power
}
