package check

import (
	"fmt"
	"math"
	"strconv"

	"rubato/compare"
)

// Kind is what a comparison came to.
type Kind int

// The kinds, from what is well to what is worst. From Changed on they fail.
const (
	Same     Kind = iota // or within the tolerance
	Better               // by more than the tolerance
	Reported             // another behaviour, which is only to be reported
	Changed              // another behaviour
	New                  // not in the baseline
	Gone                 // in the baseline, but not there now
	Worse                // by more than the tolerance
)

func (k Kind) fails() bool { return k >= Changed }

var kindWords = [...]string{"ok", "better", "changed", "CHANGED", "NEW", "GONE", "WORSE"}

func (k Kind) String() string { return kindWords[k] }

// Finding is one comparison: of a figure, of behaviour or of speed.
type Finding struct {
	Kind Kind
	// Policy is its label, with the point of a sweep behind it; "" of the case as a
	// whole.
	Policy string
	// Check is what is compared: a metric, behaviour, speed, or whether there is a record.
	Check string
	// Text says what came out.
	Text string
	// Line is where the baseline has what it is compared with.
	Line int

	metric int     // -1 where it is none
	change float64 // relative; NaN where there is none
}

// judge compares what a case gives now with its record; there is nothing to compare
// where there is none.
func (c *testCase) judge(now *measured) []Finding {
	if c.recorded == nil {
		return []Finding{absent(New, "", c.line, "nothing is recorded of it: look at what it gives and run with --update")}
	}
	var out []Finding
	old := c.recorded.Policies
	there := make(map[string]bool)
	for i := range now.policies {
		p := &now.policies[i]
		there[p.name] = true
		was := find(old, p.name)
		if was == nil {
			out = append(out, absent(New, p.name, c.line, "it is not in the baseline"))
			continue
		}
		out = append(out, c.judgePolicy(p, was, now.input != c.recorded.Input)...)
	}
	for _, e := range old {
		if !there[e.Key] {
			out = append(out, absent(Gone, e.Key, e.Value.line, "the baseline has it, but it was not run"))
		}
	}
	if f, ok := c.judgeSpeed(now.speed); ok {
		out = append(out, f)
	}
	return out
}

func find(in policies, name string) *recordedPolicy {
	for i := range in {
		if in[i].Key == name {
			return &in[i].Value
		}
	}
	return nil
}

func absent(kind Kind, policy string, line int, text string) Finding {
	return Finding{Kind: kind, Policy: policy, Check: "record", Text: text, Line: line, metric: -1, change: math.NaN()}
}

func (c *testCase) judgePolicy(now *policyFigures, was *recordedPolicy, otherInput bool) []Finding {
	var out []Finding
	if c.behaviour != ignore {
		f := Finding{Policy: now.name, Check: "behaviour", Text: "same", Line: was.line, metric: -1, change: math.NaN()}
		if now.behaviour != was.behaviour {
			f.Kind, f.Text = Changed, "jobs fared otherwise than in the baseline, from the same input"
			if otherInput {
				f.Text = "jobs fared otherwise than in the baseline; the input differs too: the experiment, its traces or what experiments can say"
			}
			if c.behaviour == warned {
				f.Kind = Reported
			}
		}
		out = append(out, f)
	}
	for m := range compare.Metrics {
		if !c.tolerances[m].ignored {
			if f, ok := c.judgeFigure(m, was.figures[m], now.figures[m]); ok {
				f.Policy, f.Line = now.name, was.line
				out = append(out, f)
			}
		}
	}
	return out
}

// judgeFigure reports false where there is no figure, neither then nor now.
func (c *testCase) judgeFigure(m int, was, now float64) (Finding, bool) {
	f := Finding{Check: compare.Metrics[m].Name, metric: m, change: math.NaN()}
	switch gone, come := math.IsNaN(now), math.IsNaN(was); {
	case gone && come:
		return f, false
	case gone:
		f.Kind, f.Text = Gone, show(was)+" in the baseline, none now"
	case come:
		f.Kind, f.Text = New, "none in the baseline, "+show(now)+" now"
	default:
		f.compare(was, now, c.tolerances[m], compare.Metrics[m].More)
	}
	return f, true
}

// judgeSpeed reports false where it is not measured.
func (c *testCase) judgeSpeed(now float64) (Finding, bool) {
	f := Finding{Check: "speed", Line: c.recorded.line, metric: -1, change: math.NaN()}
	switch was := c.recorded.Speed; {
	case now == 0:
		return f, false
	case was == 0:
		f.Kind, f.Text = New, "none in the baseline, "+show(now)+" reference loops now"
	default:
		f.compare(was, now, c.speed, false)
		f.Text += " (CPU time in reference loops)"
	}
	return f, true
}

// compare sets kind, change and text.
func (f *Finding) compare(was, now float64, t tolerance, more bool) {
	if f.change = 0; was != now {
		f.change = (now - was) / math.Abs(was) // may be infinite
	}
	if t.exceeded(was, now) {
		f.Kind = Worse
		if more == (now > was) {
			f.Kind = Better
		}
	}
	f.Text = fmt.Sprintf("%s → %s", show(was), show(now))
	if was != now {
		f.Text += fmt.Sprintf(", %s, allowed %s", changeText(f.change), t)
	}
}

// show is a figure as it stands in the baseline.
func show(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// changeText is a relative change in percent.
func changeText(change float64) string {
	if math.IsNaN(change) || math.IsInf(change, 0) {
		return "from nothing"
	}
	text := strconv.FormatFloat(100*change, 'f', 1, 64)
	if text == "0.0" || text == "-0.0" {
		text = strconv.FormatFloat(100*change, 'g', 2, 64)
	}
	if change > 0 {
		text = "+" + text
	}
	return text + " %"
}
