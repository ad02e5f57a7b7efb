package report

import (
	"bytes"
	"encoding/gob"
	"errors"

	"rubato/sim"
	"rubato/simtime"
)

// packedRun is what a run is kept as: its outcome, without where it stands in the
// report.
type packedRun struct {
	Result   *sim.Result
	Timeline *packedTimeline
	Log      *packedLog
}

type packedTimeline struct {
	Done          []byte
	N             int
	Before, Last  [sim.NumStates]int32
	From, LastEnd simtime.Time
}

type packedLog struct {
	Data []byte
	N    int
	Last simtime.Time
	Jobs int
}

// MarshalBinary packs the outcome of the run: result, timeline and log. It must not
// have been condensed.
func (r *Run) MarshalBinary() ([]byte, error) {
	if r.summed != nil {
		return nil, errors.New("the run has let go of its jobs")
	}
	p := packedRun{Result: r.Result}
	if t := r.Timeline; t != nil {
		p.Timeline = &packedTimeline{t.done, t.n, t.before, t.last.counts, t.from, t.last.to}
	}
	if l := r.Log; l != nil {
		p.Log = &packedLog{l.data, l.n, l.last, len(l.jobs)}
	}
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(p)
	return b.Bytes(), err
}

// UnmarshalBinary reads what MarshalBinary has packed; label, variant and prices
// stay as they are.
func (r *Run) UnmarshalBinary(data []byte) error {
	var p packedRun
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&p); err != nil {
		return err
	}
	if p.Result == nil {
		return errors.New("there is no result")
	}
	r.Result, r.Timeline, r.Log = p.Result, nil, nil
	if t := p.Timeline; t != nil {
		r.Timeline = &Timeline{t.Done, t.N, t.Before, t.From, step{t.LastEnd, t.Last}}
	}
	if l := p.Log; l != nil {
		r.Log = &Log{data: l.Data, n: l.N, last: l.Last, jobs: make([]jobState, l.Jobs)}
	}
	return nil
}
