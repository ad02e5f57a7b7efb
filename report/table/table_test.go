package table

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

var columns = []Column{
	{Name: "job"}, {Name: "seed", Kind: Unsigned}, {Name: "gpus", Unit: "GPUs", Kind: Whole},
	{Name: "end_s", Unit: "s", Kind: Seconds, Optional: true}, {Name: "ettr", Kind: Ratio, Optional: true}, {Name: "loss", Unit: "GPU-s", Kind: Real},
}

func tableOf(rows ...[]Value) *Table {
	return &Table{Name: "t", Columns: columns, Rows: slices.Values(rows)}
}

var twoRows = [][]Value{
	{String("a, \"b\"\nc"), Uint(math.MaxUint64), Int(-8), Millis(1500), Float(2.0 / 3), Float(1.0 / 3)},
	{String(""), Uint(0), Int(0), None, Maybe(nil), Float(-2)},
}

func TestCSV(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, tableOf(twoRows...).CSV(&b))
	require.Equal(t, `job,seed,gpus,end_s,ettr,loss
"a, ""b""
c",18446744073709551615,-8,1.5,0.666667,0.333
,0,0,,,-2.000
`, b.String())
}

func TestSecondsAreExact(t *testing.T) {
	for ms, want := range map[int64]string{0: "0", 1: "0.001", 10: "0.01", 1500: "1.5", 60_000: "60", 9_007_199_254_740_993: "9007199254740.993", -1500: "-1.5", -1: "-0.001"} {
		require.Equal(t, want, SecondsText(ms))
		back, err := millis(want)
		require.NoError(t, err)
		require.Equal(t, ms, back)
	}
}

// A reader of Parquet finds the columns in their order with their types, the
// values as in CSV, and the units.
func TestParquet(t *testing.T) {
	var b, again bytes.Buffer
	require.NoError(t, tableOf(twoRows...).Parquet(&b))
	require.NoError(t, tableOf(twoRows...).Parquet(&again))
	require.True(t, bytes.Equal(b.Bytes(), again.Bytes()), "the same rows are the same bytes")
	f, err := parquet.OpenFile(bytes.NewReader(b.Bytes()), int64(b.Len()))
	require.NoError(t, err)
	require.Equal(t, int64(2), f.NumRows())
	var names, types []string
	for _, c := range f.Schema().Fields() {
		names, types = append(names, c.Name()), append(types, c.Type().String())
	}
	require.Equal(t, []string{"job", "seed", "gpus", "end_s", "ettr", "loss"}, names)
	require.Equal(t, []string{"STRING", "INT(64,false)", "INT(64,true)", "DOUBLE", "DOUBLE", "DOUBLE"}, types)
	rows := make([]parquet.Row, 3)
	n, _ := f.RowGroups()[0].Rows().ReadRows(rows)
	require.Equal(t, 2, n)
	first := rows[0]
	require.Equal(t, "a, \"b\"\nc", first[0].String())
	require.Equal(t, uint64(math.MaxUint64), first[1].Uint64())
	require.Equal(t, int64(-8), first[2].Int64())
	require.Equal(t, 1.5, first[3].Double())
	require.Equal(t, 0.666667, first[4].Double())
	require.Equal(t, 0.333, first[5].Double())
	require.True(t, rows[1][3].IsNull())
	require.True(t, rows[1][4].IsNull())
	for name, want := range map[string]string{"gpus": "GPUs", "end_s": "s", "loss": "GPU-s"} {
		unit, _ := f.Lookup("unit." + name)
		require.Equal(t, want, unit)
	}
	_, some := f.Lookup("unit.job")
	require.False(t, some)
	require.Equal(t, "rubato", strings.Fields(f.Metadata().CreatedBy)[0])
}

func TestNoRows(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, tableOf().Parquet(&b))
	f, err := parquet.OpenFile(bytes.NewReader(b.Bytes()), int64(b.Len()))
	require.NoError(t, err)
	require.Zero(t, f.NumRows())
}

// Whatever is written as CSV is read back, but for the digits that CSV leaves out.
func TestReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var rows [][]Value
		for range rapid.IntRange(0, 5).Draw(t, "rows") {
			row := []Value{
				String(rapid.StringMatching(`[ -~\n"]{0,8}`).Draw(t, "text")), Uint(rapid.Uint64().Draw(t, "seed")), Int(rapid.Int().Draw(t, "gpus")),
				Millis(rapid.Int64Range(-1e15, 1e15).Draw(t, "ms")), Float(float64(rapid.IntRange(0, 1e6).Draw(t, "ratio")) / 1e6), Float(float64(rapid.IntRange(-1e6, 1e6).Draw(t, "real")) / 1e3),
			}
			if rapid.Bool().Draw(t, "none") {
				row[3], row[4] = None, None
			}
			rows = append(rows, row)
		}
		var b bytes.Buffer
		require.NoError(t, tableOf(rows...).CSV(&b))
		var got [][]Value
		require.NoError(t, ReadCSV(&b, "t.csv", columns, func(row []Value) error {
			got = append(got, slices.Clone(row))
			return nil
		}))
		require.Equal(t, rows, got)
	})
}

func TestErrorsPoint(t *testing.T) {
	head := "job,seed,gpus,end_s,ettr,loss\n"
	for text, want := range map[string]string{
		"":                        "t.csv:1: the file is empty, want a header",
		"job,seed\n":              "t.csv:1: got no column gpus, want one",
		head + "a,1,2,3,4\n":      "t.csv:2:1: wrong number of fields",
		head + "a,1,x,3,4,5\n":    `t.csv:2:5: gpus: got "x", want a whole number`,
		head + "a,-1,2,3,4,5\n":   `t.csv:2:3: seed: got "-1", want a whole number of at least 0`,
		head + "a,1,2,1.2345,,\n": `t.csv:2:7: end_s: got "1.2345", want seconds to the millisecond`,
		head + "a,1,2,,,NaN\n":    `t.csv:2:9: loss: got "NaN", want a number`,
		head + "a,1,2,,,\n":       `t.csv:2:9: loss: got "", want a number`,
		head + "a,1,,,,\n":        `t.csv:2:5: gpus: got "", want a whole number`,
	} {
		require.EqualError(t, ReadCSV(strings.NewReader(text), "t.csv", columns, func([]Value) error { return nil }), want, text)
	}
}

func FuzzReadCSV(f *testing.F) {
	f.Add("job,seed,gpus,end_s,ettr,loss\na,1,2,3.5,,0.1\n")
	f.Add("gpus,job\n")
	f.Add("\"")
	f.Fuzz(func(t *testing.T, text string) {
		_ = ReadCSV(strings.NewReader(text), "t.csv", columns, func([]Value) error { return nil })
	})
}

func benchmark(b *testing.B, write func(*Table) error) {
	t := &Table{Columns: columns, Rows: func(yield func([]Value) bool) {
		for i := range 100_000 {
			if !yield([]Value{String("job"), Uint(1), Int(i), Millis(int64(i) * 7), None, Float(0.5)}) {
				return
			}
		}
	}}
	b.ReportAllocs()
	for b.Loop() {
		require.NoError(b, write(t))
	}
}

func BenchmarkCSV(b *testing.B) {
	benchmark(b, func(t *Table) error { return t.CSV(&bytes.Buffer{}) })
}

func BenchmarkParquet(b *testing.B) {
	benchmark(b, func(t *Table) error { return t.Parquet(&bytes.Buffer{}) })
}
