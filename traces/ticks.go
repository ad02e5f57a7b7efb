package traces

import (
	"fmt"
	"strings"

	"rubato/simtime"
)

// readTicks reads counts at ticks of one gap, as published with spot-traces ("Can't
// Be Late", Wu et al., NSDI 2024) and SkyServe. Tick i holds from i × gap on. The
// gap of those files is an average of a prober's: the option Gap sets another.
func readTicks(s *source) (*Availability, error) {
	text := s.json()
	v, err := text.whole()
	if err != nil {
		return nil, err
	}
	a, fault := s.ticks(v)
	if fault != nil {
		return nil, s.located(fault)
	}
	return a, nil
}

// whole reads the only value of the text.
func (t *jsonText) whole() (jsonValue, error) {
	raw, line, col, err := t.value()
	if err != nil {
		return jsonValue{}, err
	}
	return jsonValue{raw, line, col}, t.end()
}

// ticks reads the object.
func (s *source) ticks(v jsonValue) (*Availability, *Error) {
	o, err := v.object("metadata", "data", "prices?")
	if err != nil {
		return nil, err
	}
	gap, err := s.gap(o)
	if err != nil {
		return nil, err
	}
	list, _ := o.get("data")
	data, err := list.elements()
	if err != nil {
		return nil, err
	}
	if prices, ok := o.get("prices?"); ok && prices.raw != nil {
		if each, err := prices.elements(); err != nil || len(each) != len(data) {
			return nil, prices.fault(fmt.Sprintf("an array of %d prices, one for each tick", len(data)), "prices")
		}
	}
	if int64(len(data)) > int64(simtime.Longest/gap) {
		return nil, list.fault("ticks of at most 10 years", "too long")
	}
	a := &Availability{End: simtime.Time(0).Add(gap * simtime.Duration(len(data)))}
	for i, d := range data {
		units, err := d.field("data").whole(0, maxUnits)
		if err != nil {
			return nil, err
		}
		a.Counts = append(a.Counts, Count{At: simtime.Time(0).Add(gap * simtime.Duration(i)), Units: int(units), Line: d.line})
	}
	return a, s.mask(a.Counts)
}

// gap returns the time between ticks.
func (s *source) gap(o object) (simtime.Duration, *Error) {
	meta, _ := o.get("metadata")
	if !strings.HasPrefix(string(meta.raw), "{") {
		return 0, meta.fault("an object with gap_seconds", "metadata")
	}
	m := meta.anyObject()
	v, ok := m.get("gap_seconds")
	if !ok {
		return 0, meta.fault("an object with gap_seconds", "metadata")
	}
	gap, err := v.field("gap_seconds").span(simtime.Second, simtime.Millisecond)
	if err == nil && gap == 0 {
		err = v.fault("a gap over 0", "gap")
	}
	if s.opts.Gap > 0 {
		gap = s.opts.Gap
	}
	return gap, err
}

// mask applies the options Invert and Mask to ticks that are 0 or 1.
func (s *source) mask(counts []Count) *Error {
	if !s.opts.Invert && s.opts.Mask == 0 {
		return nil
	}
	for i := range counts {
		c := &counts[i]
		if c.Units > 1 {
			return &Error{Line: c.Line, Col: 1, Got: fmt.Sprint(c.Units), Want: "no option Invert or Mask, or ticks of 0 and 1 alone"}
		}
		if s.opts.Invert {
			c.Units = 1 - c.Units
		}
		if s.opts.Mask > 0 {
			c.Units *= s.opts.Mask
		}
	}
	return nil
}
