package traces

import (
	"strings"

	"rubato/simtime"
)

// spotStamp is how the log writes times, in UTC.
const spotStamp = "2006-01-02T15:04:05.000Z"

// spotLog is what the lines so far say.
type spotLog struct {
	src    *source
	last   simtime.Time
	groups map[string]string // zone/GPUs×type of each instance that was created
	live   map[string]bool
	events []NodeEvent
}

// readSpotLog reads the log of a prober that keeps spot instances running, as
// published with "Analysis and Exploitation of Dynamic Pricing in the Public Cloud
// for ML Training" (Narayanan et al., DISPA 2020). An instance goes when a probe
// misses it, up to a probe's period after it went. The option Group keeps the
// instances of a zone, of a size such as 8×v100, or of both as in
// us-east-1b/8×v100.
func readSpotLog(s *source) (*Availability, error) {
	st := &spotLog{src: s, last: -1, groups: make(map[string]string), live: make(map[string]bool)}
	if err := s.each(st.read); err != nil {
		return nil, err
	}
	a := &Availability{Events: st.events, End: st.last}
	if len(a.Events) > 0 {
		first := a.Events[0].At
		a.Origin = wallClock(first)
		for i := range a.Events {
			a.Events[i].At -= first
		}
		a.End -= first
	}
	return a, nil
}

// read reads one line.
func (st *spotLog) read(l line) *Error {
	stamp, sentence, ok := strings.Cut(strings.TrimPrefix(l.text, "["), "] ")
	at, good := parseSpotStamp(stamp)
	f := field{"time", stamp, l.num, 2}
	switch {
	case !ok || !good:
		return f.fault("[YYYY-MM-DDTHH:MM:SS.000Z] and a sentence")
	case at < st.last:
		return f.wrong("a time not before that of the row above", "time earlier than a row before it")
	case len(st.events) > 0 && at.Sub(st.events[0].At) > simtime.Longest:
		return f.fault("a time at most 10 years after the first")
	}
	fault := st.sentence(field{"sentence", sentence, l.num, len(l.text) - len(sentence) + 1}, at)
	if fault == nil {
		st.last = at
	}
	return fault
}

// parseSpotStamp reads a time in UTC, in milliseconds since 1970.
func parseSpotStamp(text string) (simtime.Time, bool) {
	if len(text) != len(spotStamp) || text[10] != 'T' || text[19] != '.' || text[23] != 'Z' {
		return 0, false
	}
	at, ok := parseStamp(text[:10] + " " + text[11:19])
	ms, ok2 := small(text[20:23], 999)
	return at.Add(simtime.Duration(ms)), ok && ok2
}

// sentence reads what happened.
func (st *spotLog) sentence(f field, at simtime.Time) *Error {
	w := strings.Fields(f.text)
	switch {
	case like(w, "Created instance * with * GPU(s) of type * in zone *"):
		return st.created(w[2], w[len(w)-1]+"/"+w[4]+"×"+w[8], f, at)
	case like(w, "Instance * running in zone *"):
		return st.seen(w[1], f)
	case like(w, "Instance * not running in zone *"):
		return st.gone(w[1], f, at)
	case like(w, "Successfully deleted instance *"):
		return nil
	case strings.HasPrefix(f.text, "Instance ") && strings.HasSuffix(f.text, "creation failed"):
		return nil
	}
	return f.wrong("one of the five sentences of the log (created, running, not running, deleted, creation failed)", "unknown sentence")
}

// like reports whether the words are those of the pattern, where * is any.
func like(ws []string, pattern string) bool {
	want := strings.Fields(pattern)
	for i, w := range want {
		if len(ws) != len(want) || w != "*" && w != ws[i] {
			return false
		}
	}
	return true
}

// created adds an instance.
func (st *spotLog) created(id, group string, f field, at simtime.Time) *Error {
	if st.live[id] {
		return f.wrong("an instance that is not there yet", "creation of an instance that is there already")
	}
	id = st.src.word(id)
	st.groups[id] = st.src.word(group)
	if !st.wanted(id) {
		return nil
	}
	st.live[id] = true
	st.events = append(st.events, NodeEvent{At: at, Up: true, Node: id, Line: f.line})
	return nil
}

// wanted reports whether the options keep the instance.
func (st *spotLog) wanted(id string) bool {
	zone, size, _ := strings.Cut(st.groups[id], "/")
	switch st.src.opts.Group {
	case "", zone, size, st.groups[id]:
		return true
	}
	return false
}

// seen checks a heartbeat. Where an instance was thought gone, the probe that missed
// it counts.
func (st *spotLog) seen(id string, f field) *Error {
	if _, known := st.groups[id]; !known {
		return f.wrong("an instance that was created", "unknown instance")
	}
	return nil
}

// gone removes an instance, unless it is gone already.
func (st *spotLog) gone(id string, f field, at simtime.Time) *Error {
	if err := st.seen(id, f); err != nil || !st.live[id] {
		return err
	}
	id = st.src.word(id)
	st.live[id] = false
	st.events = append(st.events, NodeEvent{At: at, Node: id, Line: f.line})
	return nil
}
