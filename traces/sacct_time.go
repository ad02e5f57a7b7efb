package traces

import (
	"strconv"
	"strings"
	"time"

	"rubato/simtime"
)

// sacctClock is the form of the times of a file, which does not change from row
// to row: without that their order would be unknown.
type sacctClock struct {
	form  string // one of the forms below; "" before the first time
	first field  // that showed it
}

// Forms of times, by the variable SLURM_TIME_FORMAT of the export.
const (
	clockLocal  = "2024-05-01T12:34:56"      // the default: the cluster's own time zone, read as if UTC
	clockOffset = "2024-05-01T12:34:56+0200" // %FT%T%z
	clockEpoch  = "1714559696"               // %s
)

const wantTime = "a time such as " + clockLocal + ", " + clockOffset + " or " + clockEpoch

// unknownTime reports whether a cell stands for a time that is not there.
func unknownTime(text string) bool {
	return text == "Unknown" || text == "None" || text == "" || text == "N/A"
}

// parse reads a time, in milliseconds since 1970.
func (c *sacctClock) parse(f field) (simtime.Time, *Error) {
	at, form := parseSacctTime(f.text)
	switch {
	case form == "":
		return 0, f.fault(wantTime)
	case c.form == "":
		c.form, c.first = form, f
	case c.form != form:
		return 0, f.fault("a time like that of line " + strconv.Itoa(c.first.line) + ", " + strconv.Quote(c.first.text))
	}
	return at, nil
}

// parseSacctTime reads a time and tells its form, "" for what is none.
func parseSacctTime(text string) (simtime.Time, string) {
	const naive = len(clockLocal)
	switch {
	case len(text) == naive:
		at, ok := fixedStamp(text)
		return at, formIf(ok, clockLocal)
	case digits(text):
		v, _, ok := decimal(text, int64(simtime.Second), 1e17)
		return simtime.Time(v), formIf(ok && v < 1<<45, clockEpoch)
	case len(text) > naive:
		at, ok := fixedStamp(text[:naive])
		offset, good := zoneOffset(text[naive:])
		return at.Add(-offset), formIf(ok && good && at.Add(-offset) >= 0, clockOffset)
	}
	return 0, ""
}

func formIf(ok bool, form string) string {
	if ok {
		return form
	}
	return ""
}

// fixedStamp reads YYYY-MM-DDTHH:MM:SS from 1970 on, as if UTC.
func fixedStamp(s string) (simtime.Time, bool) {
	if s[10] != 'T' {
		return 0, false
	}
	at, ok := parseStamp(s[:10] + " " + s[11:])
	return at, ok && at >= 0
}

// zoneOffset reads Z, +02:00 or +0200.
func zoneOffset(s string) (simtime.Duration, bool) {
	if s == "Z" {
		return 0, true
	}
	for _, layout := range []string{"-0700", "-07:00"} {
		if t, err := time.Parse(layout, s); err == nil {
			_, seconds := t.Zone()
			return simtime.Duration(seconds) * simtime.Second, true
		}
	}
	return 0, false
}

// slurmSpan reads [D-]HH:MM:SS or MM:SS.
func (f field) slurmSpan() (simtime.Duration, *Error) {
	d, ok := parseSlurmSpan(f.text)
	if !ok {
		return 0, f.fault("a time such as 45:10, 07:45:10 or 2-07:45:10, at most 10 years")
	}
	return d, nil
}

func parseSlurmSpan(text string) (simtime.Duration, bool) {
	days, clock, long := strings.Cut(text, "-")
	if !long {
		days, clock = "0", text
	}
	hours, rest, _ := strings.Cut(clock, ":")
	minutes, seconds, full := strings.Cut(rest, ":")
	if !full && !long {
		hours, minutes, seconds = "0", hours, minutes
	}
	const most = 1_000_000
	mostHours := most
	if long {
		mostHours = 23
	}
	d, ok := small(days, most)
	h, ok1 := small(hours, mostHours)
	m, ok2 := small(minutes, 59)
	s, ok3 := small(seconds, 59)
	total := simtime.Duration(d)*simtime.Day + simtime.Duration(h)*simtime.Hour +
		simtime.Duration(m)*simtime.Minute + simtime.Duration(s)*simtime.Second
	return total, ok && ok1 && ok2 && ok3 && len(text) < 16 && seconds != "" && minutes != "" && hours != "" && days != "" && total <= simtime.Longest
}
