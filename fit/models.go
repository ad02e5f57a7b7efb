package fit

import (
	"fmt"
	"strconv"

	"rubato/workload"
)

// model makes its law for measurements, or says why it cannot. rows are those to
// be fitted, all or some of the file's.
type model struct {
	name string
	law  func(m *Measurements, rows []Row) (*law, string)
}

// models are in the order of the output. Of two with as many parameters the
// earlier is the simpler.
var models = []model{
	{"linear", linearLaw},
	{"amdahl", amdahlLaw},
	{"power-law", powerLaw},
	{"uneven-batch", unevenLaw},
	{"ring", ringLaw},
	{"pollux", polluxLaw},
	{"table", tableLaw},
}

// Models are the names of the models.
func Models() []string {
	var out []string
	for _, m := range models {
		out = append(out, m.name)
	}
	return out
}

// scale is the throughput of one replica.
func scale(m *Measurements, rows []Row) parameter {
	low, high := rows[0].Rate, rows[0].Rate
	for _, r := range rows {
		low = min(low, r.Rate/float64(r.Replicas))
		high = max(high, r.Rate/float64(r.Replicas))
	}
	return positive("one replica", m.Unit, low/2, high*2)
}

func linearLaw(m *Measurements, rows []Row) (*law, string) {
	return &law{
		anySize: true,
		params:  []parameter{scale(m, rows)},
		rate:    func(p []float64, r *Row) float64 { return p[0] * workload.Linear{}.Speedup(r.Shape()) },
		scaling: func([]float64) string { return "{model: linear}" },
	}, ""
}

func amdahlLaw(m *Measurements, rows []Row) (*law, string) {
	serial := parameter{name: "serial", unit: "share", high: 1, atLow: true, atHigh: true, from: 1e-4, to: 0.9}
	return &law{
		anySize: true,
		params:  []parameter{scale(m, rows), serial},
		rate:    func(p []float64, r *Row) float64 { return p[0] * workload.Amdahl{Serial: p[1]}.Speedup(r.Shape()) },
		scaling: func(p []float64) string { return fmt.Sprintf("{model: amdahl, serial: %s}", digits(p[1])) },
	}, ""
}

func powerLaw(m *Measurements, rows []Row) (*law, string) {
	// The file format of experiments wants an exponent over 0.
	exponent := parameter{name: "exponent", low: 1e-3, high: 1, atLow: true, atHigh: true, from: 0.1, to: 0.99, neutral: 1}
	return &law{
		anySize: true,
		params:  []parameter{scale(m, rows), exponent},
		rate:    func(p []float64, r *Row) float64 { return p[0] * workload.PowerLaw{Exponent: p[1]}.Speedup(r.Shape()) },
		scaling: func(p []float64) string { return fmt.Sprintf("{model: power-law, exponent: %s}", digits(p[1])) },
	}, ""
}

func unevenLaw(m *Measurements, rows []Row) (*law, string) {
	if !m.HasBatch {
		return nil, "it needs the column batch"
	}
	if !m.sameBatch() {
		return nil, "it keeps the global batch at every size, and here batch varies"
	}
	u := workload.UnevenBatch{Batch: m.Rows[0].Batch}
	return &law{
		anySize: true,
		params:  []parameter{scale(m, rows)},
		rate:    func(p []float64, r *Row) float64 { return p[0] * u.Speedup(r.Shape()) },
		scaling: func([]float64) string { return fmt.Sprintf("{model: uneven-batch, batch: %d}", u.Batch) },
	}, ""
}

// sameBatch reports whether all rows have one global batch.
func (m *Measurements) sameBatch() bool {
	for _, r := range m.Rows {
		if r.Batch != m.Rows[0].Batch {
			return false
		}
	}
	return true
}

// sameShare reports whether all replicas have one batch.
func (m *Measurements) sameShare() bool {
	a := m.Rows[0]
	for _, r := range m.Rows {
		if r.Batch*a.Replicas != a.Batch*r.Replicas {
			return false
		}
	}
	return true
}

// digits writes a number to as many digits as do not depend on the machine.
func digits(v float64) string { return strconv.FormatFloat(v, 'g', 10, 64) }
