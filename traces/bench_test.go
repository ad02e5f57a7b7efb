package traces

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rubato/internal/stream"
)

// repeated reads one text of rows after a header again and again, n times in all, so
// that a trace of any length needs no memory.
type repeated struct {
	rows string
	rest string
	n    int
}

func (r *repeated) Read(p []byte) (int, error) {
	if r.rest == "" {
		if r.n == 0 {
			return 0, io.EOF
		}
		r.rest = r.rows
		r.n--
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// BenchmarkRead reads the small trace of each format, its rows repeated to a
// megabyte. Where ids must differ or times go on a lenient reading leaves most rows
// out, but it parses them all the same.
func BenchmarkRead(b *testing.B) {
	for _, f := range formats() {
		b.Run(f.name, func(b *testing.B) {
			text := texts[f.name]
			times := 1 << 20 / len(text)
			if strings.HasPrefix(text, "[\n") || strings.HasPrefix(text, "{") {
				times = 1 // one value: it cannot be repeated
			}
			b.SetBytes(int64(times * len(text)))
			b.ReportAllocs()
			for b.Loop() {
				o := Options{Format: f.name, Lenient: true}
				if _, err := InspectFrom(f.name, &repeated{rows: text, n: times}, o); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// heliosRows writes a log like that of a Helios cluster: 53 % of the rows are jobs
// without GPUs, and they are in order of submission.
func heliosRows(rows int) string {
	r := stream.New(1, "helios")
	states := []string{"COMPLETED", "CANCELLED", "FAILED", "TIMEOUT", "NODE_FAIL"}
	start := time.Date(2020, 4, 1, 0, 0, 0, 0, time.UTC)
	var b strings.Builder
	b.Grow(rows * 120)
	b.WriteString(strings.Join(heliosSchema.required, ",") + "\n")
	at := 0
	for i := range rows {
		at += r.IntN(9)
		gpus := 0
		if r.IntN(100) >= 53 {
			gpus = 1 << r.IntN(5)
		}
		wait, run := r.IntN(3600), 1+r.IntN(86_400)
		stamp := func(s int) string { return start.Add(time.Duration(s) * time.Second).Format(stampLayout) }
		fmt.Fprintf(&b, "%d,u%03d,vc%02d,%d,%d,%d,%s,%s,%s,%s,%d,%d\n", 100_000+i, r.IntN(300), r.IntN(25), gpus, 8*gpus+1, 1+gpus/8,
			states[r.IntN(len(states))], stamp(at), stamp(at+wait), stamp(at+wait+run), run, wait)
	}
	return b.String()
}

// heliosSize is the rows of the four Helios logs together.
const heliosSize = 3_400_000

// BenchmarkHelios reads a trace as large as all of Helios, on one core.
func BenchmarkHelios(b *testing.B) {
	text := heliosRows(heliosSize)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		jobs, err := ReadJobsFrom("helios", strings.NewReader(text), Options{})
		require.NoError(b, err)
		require.Equal(b, heliosSize, len(jobs.Rows)+jobs.Skipped[0].Count)
	}
	b.ReportMetric(float64(heliosSize*b.N)/b.Elapsed().Seconds(), "rows/s")
}
