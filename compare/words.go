package compare

import (
	"fmt"
	"math"
	"strconv"
)

// change says what B does beside A.
func (v *Verdict) change() string {
	c := v.Comparison
	phrase, by := v.metric.more, c.Difference
	if by < 0 {
		phrase, by = v.metric.fewer, -by
	}
	amount := figure(by, v.metric.Decimals)
	if c.Change != nil {
		amount = percent(math.Abs(*c.Change)) + " %"
	}
	if by == 0 {
		return fmt.Sprintf("%s has the same %s as %s", v.B, v.metric.Head, v.A)
	}
	return v.B + " " + fmt.Sprintf(phrase, amount) + " " + v.A
}

// interval is that of the change, in its direction: of fewer from the least to the
// most that is fewer.
func (v *Verdict) interval() string {
	c := v.Comparison
	if c.Change == nil {
		low, high := c.Interval.Low, c.Interval.High
		if c.Difference < 0 {
			low, high = -high, -low
		}
		return fmt.Sprintf("95 %% CI %s to %s", figure(low, v.metric.Decimals), figure(high, v.metric.Decimals))
	}
	low, high := c.ChangeInterval.Low, c.ChangeInterval.High
	if *c.Change < 0 {
		low, high = -high, -low
	}
	if low < 0 {
		return fmt.Sprintf("95 %% CI %s to %s %%", percent(low), percent(high))
	}
	return fmt.Sprintf("95 %% CI %s–%s %%", percent(low), percent(high))
}

// percent has two digits, and at most one decimal.
func percent(v float64) string {
	if math.Abs(v) < 9.95 {
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return strconv.FormatFloat(v, 'f', 0, 64)
}

// figure has so many decimals, of large ones fewer.
func figure(v float64, decimals int) string {
	switch {
	case math.IsNaN(v):
		return "-"
	case math.Abs(v) >= 1000:
		decimals = 0
	case math.Abs(v) >= 100:
		decimals = min(decimals, 1)
	case decimals == 0 && v != math.Trunc(v):
		decimals = 1
	}
	return strconv.FormatFloat(v, 'f', decimals, 64)
}
