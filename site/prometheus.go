package site

import (
	"cmp"
	"math"
	"math/big"
	"slices"
	"strconv"

	"rubato/simtime"
)

// point is a sample of one series.
type point struct {
	at int64 // milliseconds since 1970
	n  float64
}

// prometheus reads the answer to a range query: the sum of all its series. A
// series that has no sample at an instant counts as 0 there, as that of a node
// that is gone does.
func (im *importer) prometheus(top *value) {
	im.exp.Kind = "Prometheus: a range query"
	data := top.key("data")
	if status := top.key("status"); status != nil && status.str() != "success" {
		im.fail(status, "success; the server says: "+top.key("error").str())
		return
	}
	if t := data.key("resultType"); t.str() != "matrix" {
		im.fail(t, "matrix, the type of /api/v1/query_range; not that of an instant (/api/v1/query)")
		return
	}
	var points []point
	series := data.key("result").all()
	for _, s := range series {
		values := s.key("values")
		if len(values.all()) == 0 {
			im.fail(s, "a series with values; histograms are not read")
			return
		}
		for _, v := range values.all() {
			points = append(points, im.point(v))
		}
	}
	switch {
	case im.fault != nil:
		return
	case len(points) == 0:
		im.fail(data.key("result"), "at least one series: the query found nothing")
		return
	}
	if len(series) > 1 {
		im.note(Assumed, "", "the sum of %d series; one without a sample at an instant counts as 0", len(series))
	}
	im.sum(points)
}

// point reads a pair of time in seconds and value in quotes.
func (im *importer) point(v *value) point {
	pair := v.all()
	if len(pair) != 2 {
		im.fail(v, `a pair such as [1714559696, "8"]`)
		return point{}
	}
	seconds, ok := new(big.Rat).SetString(pair[0].str())
	if !ok || len(pair[0].str()) > 20 || seconds.Sign() < 0 || seconds.Cmp(big.NewRat(1<<40, 1)) > 0 {
		im.fail(pair[0], "a time in seconds since 1970")
		return point{}
	}
	n, err := strconv.ParseFloat(pair[1].str(), 64)
	if err != nil || math.IsInf(n, 0) || n < 0 || n > maxCount {
		im.fail(pair[1], "a number of GPUs from 0 to a million")
	}
	ms := seconds.Mul(seconds, big.NewRat(1000, 1))
	return point{new(big.Int).Quo(ms.Num(), ms.Denom()).Int64(), n}
}

// sum adds up the samples of each instant and keeps the changes.
func (im *importer) sum(points []point) {
	slices.SortStableFunc(points, func(a, b point) int { return cmp.Compare(a.at, b.at) })
	first, rounded, missing := points[0].at, 0, 0
	if span := points[len(points)-1].at - first; span > int64(simtime.Longest) {
		im.fail(im.roots[0].key("data", "result"), "samples over at most ten years")
		return
	}
	var gap, step int64
	for i := 0; i < len(points); {
		at, total := points[i].at, 0.0
		for ; i < len(points) && points[i].at == at; i++ {
			if math.IsNaN(points[i].n) {
				missing++
			} else {
				total += points[i].n
			}
		}
		if total != math.Round(total) {
			rounded++
		}
		if i < len(points) {
			d := points[i].at - at
			gap = max(gap, d)
			if step == 0 || d < step {
				step = d
			}
		}
		s := Sample{simtime.Time(at - first), int(math.Round(min(total, maxCount)))}
		if n := len(im.exp.Series); n == 0 || im.exp.Series[n-1].GPUs != s.GPUs {
			im.exp.Series = append(im.exp.Series, s)
		}
	}
	if rounded > 0 {
		im.note(Assumed, "", "%d samples are no whole numbers: rounded", rounded)
	}
	if missing > 0 {
		im.note(Assumed, "", "%d samples are NaN: counted as 0", missing)
	}
	if gap > step {
		im.note(Assumed, "", "samples are %v apart, but once %v: the value before such a gap holds over it", simtime.Duration(step), simtime.Duration(gap))
	}
}
