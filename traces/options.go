package traces

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rubato/simtime"
)

// Treatments of jobs whose duration is zero; the first two are also those of jobs
// with 0 GPUs.
const (
	ZeroError = "error"  // the row is a fault (the default)
	ZeroDrop  = "drop"   // left out and counted in Skipped
	ZeroMin1s = "min-1s" // given one second and counted in Skipped
	ZeroKeep  = "keep"   // left at zero (the default of Inspect)
)

// Readings of a job that was tried several times (philly-log).
const (
	AttemptsSum  = "sum"  // one job, as long as all attempts together (the default)
	AttemptsSpan = "span" // one job from the start of the first to the end of the last
	AttemptsEach = "each" // a job for each attempt, submitted when it started
)

// Readings of samples whose times step back (counts).
const (
	SamplesRunningMax = "running-max" // a sample earlier than one before it is left out (the default)
	SamplesBlocks     = "blocks"      // of each block of three, 60 s apart, the first is kept
)

// Options select and bend the reading of a trace. The zero value reads
// strictly and finds the format by content. An option for which the format has
// no use is a fault.
type Options struct {
	Format       string // one of the Format constants; "" finds it by content
	Lenient      bool   // leave faulty rows out and count them
	Group        string // keep the jobs or nodes of this group, or this column; "" keeps all
	ZeroDuration string // one of the Zero constants
	ZeroGPUs     string // ZeroError or ZeroDrop; by default what the format says

	Unit     simtime.Duration // of the times of a file that does not say it
	Attempts string           // one of the Attempts constants
	Samples  string           // one of the Samples constants
	Gap      simtime.Duration // between ticks, instead of what the file says
	Invert   bool             // swap 0 and 1 of ticks that are never more
	Mask     int              // what a 1 stands for in ticks that are never more; 0 for 1
	Nodes    int              // of the cluster, in formats that name only those with faults
	// Throughputs give the run times of a trace that gives steps.
	Throughputs Throughputs
	// Profiled reads a trace that gives no run times, which come from profiles.
	Profiled bool
	End      simtime.Duration // of the trace, in which the last value holds; 0 for the last row
}

// Setting is an option that is set, in words.
type Setting struct{ Name, Value string }

// Settings lists the options that bend the reading, but for Format and Lenient.
func (o Options) Settings() []Setting {
	var out []Setting
	add := func(name, value string, set bool) {
		if set {
			out = append(out, Setting{name, value})
		}
	}
	add("Group", o.Group, o.Group != "")
	add("ZeroDuration", o.ZeroDuration, o.ZeroDuration != "")
	add("ZeroGPUs", o.ZeroGPUs, o.ZeroGPUs != "")
	add("Unit", o.Unit.String(), o.Unit != 0)
	add("Attempts", o.Attempts, o.Attempts != "")
	add("Samples", o.Samples, o.Samples != "")
	add("Gap", o.Gap.String(), o.Gap != 0)
	add("Invert", "true", o.Invert)
	add("Mask", strconv.Itoa(o.Mask), o.Mask != 0)
	add("Nodes", strconv.Itoa(o.Nodes), o.Nodes != 0)
	add("Throughputs", fmt.Sprintf("%d job types and sizes", len(o.Throughputs)), o.Throughputs != nil)
	add("End", o.End.String(), o.End != 0)
	return out
}

// validate reports the first option that has no meaning.
func (o Options) validate(file string) *Error {
	for _, c := range []struct {
		name, value string
		words       []string
	}{
		{"ZeroDuration", o.ZeroDuration, []string{ZeroError, ZeroDrop, ZeroMin1s, ZeroKeep}},
		{"ZeroGPUs", o.ZeroGPUs, []string{ZeroError, ZeroDrop}},
		{"Attempts", o.Attempts, []string{AttemptsSum, AttemptsSpan, AttemptsEach}},
		{"Samples", o.Samples, []string{SamplesRunningMax, SamplesBlocks}},
	} {
		if c.value != "" && !slices.Contains(c.words, c.value) {
			return &Error{File: file, Got: c.value, Want: fmt.Sprintf("option %s as %s", c.name, either(c.words))}
		}
	}
	switch o.Unit {
	case 0, simtime.Millisecond, simtime.Second, simtime.Hour:
	default:
		return &Error{File: file, Got: o.Unit.String(), Want: "option Unit as 1ms, 1s or 1h"}
	}
	return o.bounds(file)
}

// bounds reports the first option out of its bounds.
func (o Options) bounds(file string) *Error {
	for _, d := range []struct {
		name  string
		value simtime.Duration
	}{{"Gap", o.Gap}, {"End", o.End}} {
		if d.value < 0 || d.value > simtime.Longest {
			return &Error{File: file, Got: d.value.String(), Want: "option " + d.name + " over 0, up to 10 years"}
		}
	}
	for _, n := range []struct {
		name  string
		value int
	}{{"Mask", o.Mask}, {"Nodes", o.Nodes}} {
		if n.value < 0 || n.value > maxUnits {
			return &Error{File: file, Got: strconv.Itoa(n.value), Want: fmt.Sprintf("option %s from 1 to %d", n.name, maxUnits)}
		}
	}
	return nil
}

// usable reports the first option for which a format has no use.
func (s *source) usable(f format) error {
	for _, o := range s.opts.Settings() {
		forKind := strings.HasPrefix(o.Name, "Zero")
		if f.availability != nil {
			forKind = o.Name == "End"
		}
		if forKind || slices.Contains(f.options, o.Name) {
			continue
		}
		return s.fail(o.Value, fmt.Sprintf("no option %s: the format %s has no use for it", o.Name, f.name))
	}
	return nil
}

// either joins words as a, b or c.
func either(words []string) string {
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
