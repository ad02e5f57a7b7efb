package html

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"

	"rubato/policy"
	"rubato/report"
	"rubato/sim"
)

// maxPacked is the most bytes of data on a page; with scripts, styles and tables it
// stays under 2 MB.
const maxPacked = 1_750_000

// maxRuns is the number of runs whose timelines and jobs are drawn.
const maxRuns = 24

// budget is how much of its parts a page holds at most, of all runs together.
type budget struct {
	columns, rows, intervals int // of timelines, of jobs
	points                   int // of one distribution
}

var full = budget{columns: 12_000, rows: 60_000, intervals: 120_000, points: 400}

// half keeps the points: even of many policies they are few.
func (b budget) half() budget {
	return budget{b.columns / 2, b.rows / 2, b.intervals / 2, b.points}
}

// packedData is the data of a report with as much in it as there is room for, and
// the notices of what is left out.
func packedData(r *report.Report, c *report.Comparison) (string, []string, error) {
	for b := full; ; b = b.half() {
		d := newData(r, c, b)
		packed, err := d.pack()
		if err != nil || len(packed) <= maxPacked || b.columns < maxRuns {
			return packed, d.notices, err
		}
	}
}

// data is what the charts draw. Times are milliseconds, lists of times the
// differences of neighbours.
type data struct {
	Policies []policyData `json:"policies"`
	States   []stateData  `json:"states"`
	// Stack is the states from the bottom up.
	Stack  []int    `json:"stack"`
	Phases []string `json:"phases"`
	Causes []string `json:"causes"`
	Pools  []string `json:"pools"`
	// End is the latest end of a run that is drawn.
	End           int64          `json:"end"`
	Runs          []runData      `json:"runs"`
	JobSets       []jobSet       `json:"jobSets"`
	Distributions []distribution `json:"distributions"`
	notices       []string
	budget        budget
}

type policyData struct {
	Name   string    `json:"name"`
	Colour string    `json:"colour"`
	Dashes []float64 `json:"dashes"`
	// Hours are the GPU-hours by state over the common window.
	Hours [sim.NumStates]float64 `json:"hours"`
}

type stateData struct {
	Name   string `json:"name"`
	Key    string `json:"key"`
	Wasted bool   `json:"wasted"`
}

// runData is the first run of a policy that was recorded.
type runData struct {
	Policy   int           `json:"policy"`
	Seed     string        `json:"seed"` // 64 bits are more than a number has in JSON's readers
	End      int64         `json:"end"`
	GPUs     int           `json:"gpus"`
	Timeline *timelineData `json:"timeline"`
	Jobs     *jobsData     `json:"jobs"`
	run      *report.Run
}

// stack is the states from the bottom up, as in allocation.png.
var stack = []sim.GPUState{
	sim.Training, sim.Holding, sim.Draining, sim.Saving, sim.Restoring, sim.Starting,
	sim.IdleEmpty, sim.IdleUnused, sim.IdleBlocked, sim.External, sim.Down,
}

func newData(r *report.Report, c *report.Comparison, b budget) *data {
	d := &data{budget: b, Pools: r.Pools, Runs: []runData{}, JobSets: []jobSet{}}
	for _, s := range stack {
		d.Stack = append(d.Stack, int(s)) // JSON has a list of bytes as a string
	}
	for s := range sim.NumStates {
		d.States = append(d.States, stateData{stateName(s), s.String(), s.Wasted()})
	}
	for p := policy.Pending; p <= policy.Refused; p++ {
		d.Phases = append(d.Phases, p.String())
	}
	for k := range policy.NumCauses {
		d.Causes = append(d.Causes, k.String())
	}
	for i, p := range c.Policies {
		d.Policies = append(d.Policies, newPolicy(c, i))
		d.addRun(i, recorded(p.Runs))
	}
	d.addTimelines()
	d.addJobs()
	d.Distributions = distributions(c, b.points)
	return d
}

func newPolicy(c *report.Comparison, i int) policyData {
	p := policyData{Name: c.Policies[i].Name, Colour: report.Hex(c.Policies[i].Colour), Dashes: c.Policies[i].Dashes}
	for s := range c.States {
		p.Hours[s] = c.States[s].Values[i]
	}
	return p
}

// recorded is the first of the runs of which a timeline was recorded; nil if there
// is none.
func recorded(runs []*report.Run) *report.Run {
	for _, run := range runs {
		if run.Timeline != nil {
			return run
		}
	}
	return nil
}

// addRun adds a run to those that are drawn, unless there are enough of them.
func (d *data) addRun(policy int, run *report.Run) {
	switch {
	case run == nil:
	case len(d.Runs) == maxRuns:
		d.notices = []string{fmt.Sprintf("Timelines and jobs are those of the first %d policies or points.", maxRuns)}
	default:
		d.Runs = append(d.Runs, runData{
			Policy: policy, Seed: fmt.Sprint(run.Result.Seed), End: int64(run.Result.End), GPUs: run.Result.GPUs, run: run,
		})
		d.End = max(d.End, int64(run.Result.End))
	}
}

// pack compresses the data into letters that mean nothing to HTML.
func (d *data) pack() (string, error) {
	text, err := json.Marshal(d)
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	_, _ = z.Write(text) // a Buffer takes everything
	_ = z.Close()
	return base64.RawURLEncoding.EncodeToString(b.Bytes()), nil
}
