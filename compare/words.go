package compare

import (
	"fmt"
	"math"
	"strconv"
)

// words says what came out, such as "hyperpod wastes 41 % fewer GPU-hours than fifo,
// 95 % CI 38–44 %, 30 of 30 seeds".
func (v *Verdict) words() string { return v.said() + v.undone() }

func (v *Verdict) said() string {
	c := v.Comparison
	switch v.Outcome {
	case NoFigure:
		return fmt.Sprintf("%s, %s: no verdict by %s: a run has none", v.B, v.A, v.metric.Head)
	case SeedsAllEqual:
		return fmt.Sprintf("%s; no verdict: all %d seeds give the same, so they are one observation", v.change(), c.Pairs)
	case TooFewSeeds:
		return fmt.Sprintf("%s, %s; no verdict from %d seeds", v.change(), v.interval(), c.Pairs)
	case Indistinguishable:
		interval, outweighed := "change "+v.signed(), ""
		if v.Holm < Significance {
			interval = "difference " + v.difference()
			outweighed = fmt.Sprintf(": the test would tell them apart (%d less, %d more), this interval does not", c.Less, c.More)
		}
		return fmt.Sprintf("%s and %s are not distinguishable by %s: 95 %% CI of the %s, p = %.2g, %d seeds%s", v.B, v.A, v.metric.Head, interval, v.Holm, c.Pairs, outweighed)
	}
	same := c.Less
	if v.Outcome == More {
		same = c.More
	}
	return fmt.Sprintf("%s, %s, %d of %d seeds", v.change(), v.interval(), same, c.Pairs)
}

// undone says which of the two left jobs undone.
func (v *Verdict) undone() string {
	out := ""
	for _, of := range []struct {
		policy string
		n      int
	}{{v.A, v.UndoneA}, {v.B, v.UndoneB}} {
		if of.n > 0 {
			out += fmt.Sprintf("; %s left %d of %d jobs undone", of.policy, of.n, v.jobs)
		}
	}
	return out
}

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

// signed is the interval from B less A or more.
func (v *Verdict) signed() string {
	c := v.Comparison
	if c.Change == nil {
		return v.difference()
	}
	low, high := c.ChangeInterval.Low, c.ChangeInterval.High
	return plus(low, percent(low)) + " to " + plus(high, percent(high)) + " %"
}

// difference is the interval of B less A, which decides the outcome.
func (v *Verdict) difference() string {
	i, d := v.Comparison.Interval, v.metric.Decimals
	return plus(i.Low, figure(i.Low, d)) + " to " + plus(i.High, figure(i.High, d))
}

func plus(v float64, text string) string {
	if v > 0 {
		return "+" + text
	}
	return text
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
