package report

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"io"

	"rubato/sim"
	"rubato/simtime"
)

// traceName is the file for viewers of timelines.
const traceName = "trace.json.gz"

// maxTraceEvents is how many slices and how many counts a trace has at most, so
// that viewers open it well.
const maxTraceEvents = 50_000

// traceEvent is an event of the Trace Event Format that Chrome's tracing and the
// Perfetto UI read. Times are microseconds.
type traceEvent struct {
	Name     string `json:"name"`
	Phase    string `json:"ph"`
	Time     int64  `json:"ts"`
	Duration int64  `json:"dur,omitempty"`
	Process  int    `json:"pid"`
	Thread   int    `json:"tid"`
	Args     any    `json:"args,omitempty"`
}

// Phases of the format.
const (
	traceSlice = "X"
	traceCount = "C"
	traceMeta  = "M"
)

// tracer writes events one by one. After an error it writes no more.
type tracer struct {
	w     *bufio.Writer
	comma string
	err   error
}

// writeTrace writes the trace: of every run the GPUs by state and the queue as
// counts, and a track a job.
func (r *Report) writeTrace(w io.Writer) error {
	zip := gzip.NewWriter(w)
	t := &tracer{w: bufio.NewWriter(zip)}
	t.text(`{"displayTimeUnit":"ms","traceEvents":[`)
	most := maxTraceEvents / max(1, len(r.Runs))
	for i := range r.Runs {
		if r.Runs[i].Timeline != nil && r.Runs[i].Log != nil {
			t.run(r, &r.Runs[i], 2*i+1, most)
		}
	}
	t.text("\n]}\n")
	if t.err == nil {
		t.err = t.w.Flush()
	}
	if t.err != nil {
		return t.err
	}
	return zip.Close()
}

func (t *tracer) text(s string) {
	if t.err == nil {
		_, t.err = t.w.WriteString(s)
	}
}

func (t *tracer) event(e traceEvent) {
	data, err := json.Marshal(e)
	if err != nil && t.err == nil {
		t.err = err
	}
	t.text(t.comma + "\n" + string(data))
	t.comma = ","
}

type traceLabel struct {
	Name string `json:"name"`
}

type tracePlace struct {
	Index int `json:"sort_index"`
}

// process names a group of tracks; groups stand in the order of their numbers.
func (t *tracer) process(number int, name string) {
	t.event(traceEvent{Name: "process_name", Phase: traceMeta, Process: number, Args: traceLabel{name}})
	t.event(traceEvent{Name: "process_sort_index", Phase: traceMeta, Process: number, Args: tracePlace{number}})
}

// thread names a track.
func (t *tracer) thread(process, number int, name string) {
	t.event(traceEvent{Name: "thread_name", Phase: traceMeta, Process: process, Thread: number, Args: traceLabel{name}})
	t.event(traceEvent{Name: "thread_sort_index", Phase: traceMeta, Process: process, Thread: number, Args: tracePlace{number}})
}

func (t *tracer) count(process int, name string, at simtime.Time, args any) {
	t.event(traceEvent{Name: name, Phase: traceCount, Time: micros(int64(at)), Process: process, Args: args})
}

func micros(ms int64) int64 { return 1000 * ms }

// traceStates are the GPUs by state, as means over a span.
type traceStates struct {
	Down        float64 `json:"down"`
	External    float64 `json:"external"`
	IdleBlocked float64 `json:"idle_blocked"`
	IdleUnused  float64 `json:"idle_unused"`
	IdleEmpty   float64 `json:"idle_empty"`
	Starting    float64 `json:"starting"`
	Restoring   float64 `json:"restoring"`
	Saving      float64 `json:"saving"`
	Draining    float64 `json:"draining"`
	Holding     float64 `json:"holding"`
	Training    float64 `json:"training"`
}

func traceStatesOf(of func(sim.GPUState) float64) traceStates {
	return traceStates{
		of(sim.Down), of(sim.External), of(sim.IdleBlocked), of(sim.IdleUnused), of(sim.IdleEmpty),
		of(sim.Starting), of(sim.Restoring), of(sim.Saving), of(sim.Draining), of(sim.Holding), of(sim.Training),
	}
}
