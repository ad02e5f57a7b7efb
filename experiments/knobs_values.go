package experiments

import (
	"math"
	"slices"
	"strconv"

	"rubato/simtime"
)

// knobScale makes the values around one of a kind.
type knobScale struct {
	read  func(text string) (float64, error)
	write func(float64) string
	// rungs returns the values to offer beside the present one.
	rungs func(now float64) []float64
}

// around returns the values around a text in order, the text among them; nil if it
// is not one of the kind.
func (l knobScale) around(text string) []string {
	now, err := l.read(text)
	if err != nil || math.IsNaN(now) || math.IsInf(now, 0) {
		return nil
	}
	rungs := append(l.rungs(now), now)
	slices.Sort(rungs)
	var out []string
	for _, v := range slices.Compact(rungs) {
		if v == now {
			out = append(out, text)
		} else {
			out = append(out, l.write(v))
		}
	}
	return out
}

var (
	spans   = knobScale{readSpan, writeSpan, spanRungs}
	counts  = knobScale{readCount, writeNumber, countRungs}
	factors = knobScale{readNumber, writeNumber, factorRungs}
	shares  = knobScale{readNumber, writeNumber, shareRungs}
)

func readNumber(text string) (float64, error) { return strconv.ParseFloat(text, 64) }

func writeNumber(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

func readCount(text string) (float64, error) {
	n, err := strconv.Atoi(text)
	return float64(n), err
}

func readSpan(text string) (float64, error) {
	d, err := simtime.ParseDuration(text)
	return float64(d), err
}

func writeSpan(v float64) string {
	for _, u := range []struct {
		name string
		len  simtime.Duration
	}{{"d", simtime.Day}, {"h", simtime.Hour}, {"m", simtime.Minute}, {"s", simtime.Second}} {
		if n := v / float64(u.len); n >= 1 && n == math.Trunc(n) {
			return writeNumber(n) + u.name
		}
	}
	return writeNumber(v) + "ms"
}

// spanSteps are round spans of time.
var spanSteps = []simtime.Duration{
	100, 200, 500, simtime.Second, 2 * simtime.Second, 5 * simtime.Second, 10 * simtime.Second, 20 * simtime.Second, 30 * simtime.Second,
	simtime.Minute, 2 * simtime.Minute, 5 * simtime.Minute, 10 * simtime.Minute, 20 * simtime.Minute, 30 * simtime.Minute,
	simtime.Hour, 2 * simtime.Hour, 4 * simtime.Hour, 8 * simtime.Hour, 12 * simtime.Hour, simtime.Day,
	2 * simtime.Day, 4 * simtime.Day, 7 * simtime.Day, 14 * simtime.Day, 30 * simtime.Day, 60 * simtime.Day, 120 * simtime.Day, 365 * simtime.Day,
}

// spanRungs go from a twentieth to twenty times as long; where there is no span yet
// to an hour.
func spanRungs(now float64) []float64 {
	out := []float64{}
	for _, s := range spanSteps {
		v := float64(s)
		if now == 0 && v >= float64(simtime.Second) && v <= float64(simtime.Hour) || now > 0 && v >= now/20 && v <= now*20 {
			out = append(out, v)
		}
	}
	return out
}

// countRungs go from a quarter to four times as many, at least one.
func countRungs(now float64) []float64 {
	if now == 0 {
		return []float64{1, 2, 3, 5, 10}
	}
	out := []float64{}
	for _, f := range []float64{0.25, 0.5, 0.75, 1.25, 1.5, 2, 3, 4} {
		if v := math.Round(now * f); v >= 1 {
			out = append(out, v)
		}
	}
	return out
}

// factorRungs go from a quarter to four times as much.
func factorRungs(now float64) []float64 {
	if now == 0 {
		return []float64{0.5, 1, 2, 5, 10}
	}
	out := []float64{}
	for _, f := range []float64{0.25, 0.5, 0.75, 0.9, 1.1, 1.25, 1.5, 2, 3, 4} {
		v, _ := strconv.ParseFloat(strconv.FormatFloat(now*f, 'g', 4, 64), 64)
		out = append(out, v)
	}
	return out
}

// shareRungs are the tenths up to 1, without 0, which not every share may be.
func shareRungs(float64) []float64 {
	out := []float64{}
	for i := 1; i <= 10; i++ {
		out = append(out, float64(i)/10)
	}
	return out
}
