package html

import (
	"fmt"
	"math"

	"rubato/report"
	"rubato/sim"
	"rubato/simtime"
)

// timelineData is a timeline, exact or in columns.
type timelineData struct {
	// Lengths are those of the steps or columns.
	Lengths []int64 `json:"lengths"`
	// Mean is the GPUs by state, in order of the stack.
	Mean [][]float64 `json:"mean"`
	// Least and Most are there for columns: by state, in order of the stack, then of
	// the GPUs that jobs held.
	Least [][]int32 `json:"least"`
	Most  [][]int32 `json:"most"`
}

// heldStates are the first ones of the stack: those in which GPUs are a job's.
const heldStates = 6

// addTimelines adds those of the runs, the same number of columns each.
func (d *data) addTimelines() {
	if len(d.Runs) == 0 {
		return
	}
	n := d.budget.columns / len(d.Runs)
	condensed := false
	for i := range d.Runs {
		t := d.Runs[i].run.Timeline
		if t.Len() <= n {
			d.Runs[i].Timeline = exact(t)
			continue
		}
		condensed = true
		d.Runs[i].Timeline = inColumns(columns(t, d.Runs[i].run.Result.End, n))
	}
	if condensed {
		d.notices = append(d.notices, fmt.Sprintf("Timelines of more than %d steps are drawn in as many columns: their means, and as thin strokes the least and the most GPUs that jobs held.", n))
	}
}

func exact(t *report.Timeline) *timelineData {
	out := &timelineData{Mean: make([][]float64, len(stack))}
	for step := range t.Steps() {
		out.Lengths = append(out.Lengths, int64(step.To.Sub(step.From)))
		for i, s := range stack {
			out.Mean[i] = append(out.Mean[i], float64(step.GPUs[s]))
		}
	}
	return out
}

// column is what GPUs did in a part of a run.
type column struct {
	from, to simtime.Time
	spent    sim.GPUMillis
	// least and most are the GPUs at once by state, and those that jobs held.
	least, most [sim.NumStates + 1]int32
}

// held is the place of the GPUs that jobs held.
const held = sim.NumStates

// columns sums up a timeline in n columns of equal length, fewer if it is shorter
// than n milliseconds.
func columns(t *report.Timeline, end simtime.Time, n int) []column {
	n = int(min(int64(n), int64(end)))
	out := make([]column, n)
	for i := range out {
		out[i] = column{from: edge(end, i, n), to: edge(end, i+1, n)}
		for s := range out[i].least {
			out[i].least[s] = math.MaxInt32
		}
	}
	at := 0
	for step := range t.Steps() {
		for {
			c := &out[at]
			c.add(&step)
			if step.To < c.to || at == n-1 {
				break
			}
			at++
			if step.To == c.to {
				break
			}
		}
	}
	return out
}

// edge is where the i-th of n columns begins; the product stays within 64 bits.
func edge(end simtime.Time, i, n int) simtime.Time {
	whole, rest := int64(end)/int64(n), int64(end)%int64(n)
	return simtime.Time(whole*int64(i) + rest*int64(i)/int64(n))
}

// add adds the part of a step that is within the column.
func (c *column) add(step *report.Step) {
	length := int64(min(step.To, c.to).Sub(max(step.From, c.from)))
	if length <= 0 {
		return
	}
	var jobs int32
	for i, s := range stack {
		n := step.GPUs[s]
		c.spent[s] += int64(n) * length
		c.see(s, n)
		if i < heldStates {
			jobs += n
		}
	}
	c.see(held, jobs)
}

func (c *column) see(s sim.GPUState, n int32) {
	c.least[s], c.most[s] = min(c.least[s], n), max(c.most[s], n)
}

func inColumns(columns []column) *timelineData {
	n := len(stack)
	out := &timelineData{Mean: make([][]float64, n), Least: make([][]int32, n+1), Most: make([][]int32, n+1)}
	for k := range columns {
		c := &columns[k]
		length := c.to.Sub(c.from)
		out.Lengths = append(out.Lengths, int64(length))
		for i, s := range stack {
			out.Mean[i] = append(out.Mean[i], hundredths(float64(c.spent[s])/float64(length)))
			out.Least[i] = append(out.Least[i], c.least[s])
			out.Most[i] = append(out.Most[i], c.most[s])
		}
		out.Least[n] = append(out.Least[n], c.least[held])
		out.Most[n] = append(out.Most[n], c.most[held])
	}
	return out
}

func hundredths(v float64) float64 { return math.Round(100*v) / 100 }
