package report

import (
	"slices"

	"rubato/simtime"
)

// spread sums up spans of time. Its fields are seconds, each from whole
// milliseconds by one division, so that they are rounded once.
type spread struct {
	Mean float64 `json:"mean"`
	P50  float64 `json:"p50"`
	P90  float64 `json:"p90"`
	P99  float64 `json:"p99"`
	Max  float64 `json:"max"`
}

// spreadOf returns nil where there is no span. It sorts the spans.
func spreadOf(spans []simtime.Duration) *spread {
	n := len(spans)
	if n == 0 {
		return nil
	}
	slices.Sort(spans)
	var sum simtime.Duration
	for _, d := range spans {
		sum += d
	}
	return &spread{
		Mean: float64(sum) / float64(int64(n)*int64(simtime.Second)),
		P50:  percentile(spans, 50).Seconds(),
		P90:  percentile(spans, 90).Seconds(),
		P99:  percentile(spans, 99).Seconds(),
		Max:  spans[n-1].Seconds(),
	}
}

// percentile is the nearest rank: the least span that at least p percent do not
// exceed.
func percentile(sorted []simtime.Duration, p int) simtime.Duration {
	rank := (len(sorted)*p + 99) / 100
	return sorted[max(rank, 1)-1]
}
