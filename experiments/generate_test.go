package experiments

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/cluster"
	"rubato/simtime"
	"rubato/workload"
)

// generate returns the jobs that a generator makes.
func generate(t *testing.T, keys string, seed uint64) []workload.Job {
	t.Helper()
	return jobsOf(t, "origin: 2026-01-05T00:00:00Z\nworkload: {generate: {"+keys+"}}\n", seed)
}

// Cycle, bursts and batches leave the mean rate as it is: the last of 40,000 jobs
// comes after 40,000 means, within five standard errors of the count.
func TestVaryingRatesKeepTheMean(t *testing.T) {
	const jobs = 40_000
	for name, c := range map[string]struct {
		keys       string
		dispersion float64 // variance of a long count over its mean
	}{
		"poisson": {"", 1},
		"cycle":   {"cycle: {hours: [" + strings.Repeat("1, ", 12) + strings.Repeat("9, ", 11) + "9], days: [1, 1, 1, 1, 1, 0, 0]}", 1},
		// Two states: 1 + 2σ1σ2(λ1−λ2)²/((σ1+σ2)²(λ1σ2+λ2σ1)) with, a minute, σ1 = 1/300,
		// σ2 = 1/60, λ1 = 6/9 and λ2 = 24/9.
		"bursts": {"bursts: {factor: 4, every: 5h, length: 1h}", 1 + 2*(1.0/300)*(1.0/60)*4/(0.02*0.02*(6.0/9/60+24.0/9/300))},
		// Geometric batches of mean m: E(B²)/E(B) = 2m−1.
		"batch": {"batch: 5", 9},
	} {
		t.Run(name, func(t *testing.T) {
			list := generate(t, fmt.Sprintf("jobs: %d, interarrival: 1m, duration: 1h, gpus: {1: 1}, ", jobs)+c.keys, 1)
			last := list[len(list)-1].Submit
			weeks := 0.0
			if name == "cycle" {
				weeks = 3.5 * 1440 // a weekend without jobs, at the most
			}
			require.InDelta(t, jobs, float64(last)/float64(simtime.Minute), weeks+5*math.Sqrt(jobs*c.dispersion))
			if name == "cycle" {
				for _, j := range list {
					require.Less(t, j.Submit%simtime.Time(7*simtime.Day), simtime.Time(5*simtime.Day))
				}
			}
		})
	}
}

// Batches are geometric: of the instants at which jobs come, a share of (1−1/m)^(k−1)
// bring k or more.
func TestBatchesAreGeometric(t *testing.T) {
	at := make(map[simtime.Time]int)
	for _, j := range generate(t, "jobs: 60000, interarrival: 1m, batch: 3, duration: 1h, gpus: {1: 1}", 2) {
		at[j.Submit]++
	}
	for k := 1; k <= 6; k++ {
		n := 0.0
		for _, jobs := range at {
			if jobs >= k {
				n++
			}
		}
		p, all := math.Pow(2.0/3, float64(k-1)), float64(len(at))
		require.InDelta(t, p, n/all, 1e-3+4.5*math.Sqrt(p*(1-p)/all), "%d or more", k)
	}
}

// Whatever one knob is turned to, what the others draw stays.
func TestKnobsMoveNoOtherDraws(t *testing.T) {
	const jobs, arrive, last, sizes = "jobs: 500, ", "interarrival: 1m, ", "duration: {mean: 1h, distribution: lognormal, sigma: 1}, ", "gpus: {1: 1, 8: 1}"
	base := generate(t, jobs+arrive+last+sizes, 1)
	same := func(what func(workload.Job) any, keys string) {
		t.Helper()
		for i, j := range generate(t, keys, 1) {
			require.Equal(t, what(base[i]), what(j), "%s, job %d", keys, i)
		}
	}
	submits := func(j workload.Job) any { return j.Submit }
	requests := func(j workload.Job) any { return j.Requested }
	runs := func(j workload.Job) any { return runTime(j) }
	for _, moved := range []string{
		"cycle: {days: [1, 1, 1, 1, 1, 0, 0]}", "bursts: {factor: 9, every: 1h, length: 1h}", "batch: 4",
	} {
		keys := jobs + arrive + moved + ", " + last + sizes
		same(requests, keys)
		same(runs, keys)
	}
	same(submits, jobs+arrive+"duration: {values: [1h, 2h]}, "+sizes)
	same(requests, jobs+arrive+"duration: {values: [1h, 2h]}, "+sizes)
	same(submits, jobs+arrive+last+"gpus: {1: 1, 8: 3}")
	same(runs, jobs+arrive+last+"gpus: {1: 1, 8: 3}")
	own := generate(t, jobs+arrive+last+"gpus: {1: 1, 8: {weight: 1, duration: {values: [7h]}}}", 1)
	for i, j := range own {
		want := runTime(base[i])
		if j.Requested == 8 {
			want = 7 * simtime.Hour
		}
		require.Equal(t, want, runTime(j))
		require.Equal(t, base[i].Submit, j.Submit)
	}
	// Bursts twice as long are still the same arrivals under another clock: their
	// order and number are, and a batch comes when one job did.
	require.Len(t, generate(t, jobs+arrive+"bursts: {factor: 9, every: 1h, length: 2h}, "+last+sizes, 1), 500)
}

// runTime is the time that a job's work takes at its requested size.
func runTime(j workload.Job) simtime.Duration {
	low, high := simtime.Duration(1), simtime.Longest
	for low < high {
		if mid := (low + high) / 2; j.WorkIn(mid, j.Requested).Less(j.Work) {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low
}

// Jobs like those of a trace have a row's size, run time, user and name together.
func TestJobsLikeATrace(t *testing.T) {
	rows := make(map[string]int)
	what := func(j workload.Job) string { return fmt.Sprint(j.Requested, runTime(j), j.User, j.Team, j.Name) }
	for _, j := range jobsOf(t, "workload: {trace: {sample: tiresias/60_job.csv}}\ncluster: {pools: [{name: p, nodes: 16, gpusPerNode: 4}]}\n", 1) {
		rows[what(j)]++
	}
	const jobs = 12_000
	got := make(map[string]int)
	for _, j := range jobsOf(t, "workload: {generate: {jobs: 12000, interarrival: 1m, like: {sample: tiresias/60_job.csv}}}\ncluster: {pools: [{name: p, nodes: 16, gpusPerNode: 4}]}\n", 1) {
		got[what(j)]++
	}
	require.Len(t, got, len(rows), "each row is drawn")
	for row, n := range got {
		p := float64(rows[row]) / 60
		require.InDelta(t, jobs*p, n, 4.5*math.Sqrt(jobs*p*(1-p)), row)
	}
}

// A resampled trace has the jobs of the old one, whole blocks of them in their order;
// over 200 seeds as many a seed as the old one, and, where the day is kept, at the
// same time of day.
func TestResampledJobs(t *testing.T) {
	const text = "cluster: {pools: [{name: p, nodes: 16, gpusPerNode: 8}]}\nworkload: {trace: {sample: philly/ee9e8c.csv.gz, resample: {block: 6h, keep: day}}}\n"
	e, err := Read("x.yaml", []byte(complete(text)), "", Options{})
	require.NoError(t, err)
	source := make(map[string]workload.Job)
	perHour := make([]float64, 24)
	whole := simtime.Time(e.resampled.Source)
	for i := range e.resampled.rows {
		r := &e.resampled.rows[i]
		require.Less(t, r.Submit, whole)
		source[r.ID] = workload.Job{Submit: r.Submit, User: r.User, Requested: r.GPUs}
		perHour[r.Submit/simtime.Time(simtime.Hour)%24]++
	}
	const seeds = 200
	var counts []float64
	got := make([]float64, 24)
	for seed := range uint64(seeds) {
		rows := e.resampled.draw(seed)
		counts = append(counts, float64(len(rows)))
		ids := make(map[string]bool)
		for _, r := range rows {
			require.False(t, ids[r.ID], "ids differ")
			ids[r.ID] = true
			id, _, _ := strings.Cut(r.ID, "#")
			s, ok := source[id]
			require.True(t, ok)
			require.Equal(t, s.Requested, r.GPUs)
			require.Zero(t, (r.Submit-s.Submit)%simtime.Time(simtime.Day), "the time of day stays")
			got[r.Submit/simtime.Time(simtime.Hour)%24]++
		}
	}
	mean, square := meanAndVariance(counts)
	require.InDelta(t, len(source), mean, 5*math.Sqrt(square/seeds))
	for h := range got {
		require.InEpsilon(t, perHour[h], got[h]/seeds, 0.25, "hour %d", h)
	}
	require.Equal(t, e.resampled.draw(3), e.resampled.draw(3))
	require.NotEqual(t, e.resampled.draw(3), e.resampled.draw(4))
}

func meanAndVariance(values []float64) (mean, variance float64) {
	for _, v := range values {
		mean += v / float64(len(values))
	}
	for _, v := range values {
		variance += (v - mean) * (v - mean) / float64(len(values)-1)
	}
	return mean, variance
}

// drawnCapacity returns the GPUs that are there for jobs, as a step function, for a
// seed.
func drawnCapacity(t *testing.T, text string, seed uint64) []cluster.Step {
	t.Helper()
	e, err := Read("x.yaml", []byte(complete(text)), "", Options{})
	require.NoError(t, err)
	a := e.capacity(seed)
	out := []cluster.Step{{GPUs: a.Initial[0]}}
	for _, c := range a.Changes {
		last := &out[len(out)-1]
		if c.At > last.At {
			out = append(out, cluster.Step{At: c.At, GPUs: last.GPUs})
			last = &out[len(out)-1]
		}
		last.GPUs += c.Delta
		require.True(t, last.GPUs <= e.pools[0].GPUs())
	}
	return out
}

// meanOf is the mean of a step function up to an instant.
func meanOf(steps []cluster.Step, end simtime.Duration) float64 {
	sum := 0.0
	for i, s := range steps {
		until := simtime.Time(end)
		if i+1 < len(steps) {
			until = steps[i+1].At
		}
		sum += float64(s.GPUs) * float64(until-s.At) / float64(end)
	}
	return sum
}

// Over 200 seeds capacity that is drawn has its mean: of spot machines Erlang's, of a
// resampled trace the trace's, of demand with noise the demand's.
func TestDrawnCapacityHasItsMean(t *testing.T) {
	trace := drawnCapacity(t, "cluster: {pools: [{name: p, nodes: 32, gpusPerNode: 1}]}\navailability: [{trace: {sample: bamboo/p3-trace.csv}}]\n", 1)
	const span = 40920 * simtime.Second // from the first event of the trace to its last
	for _, c := range []struct {
		name, text string
		want       float64
	}{
		{"spot", "availability: [{spot: {interarrival: 1h, life: 1h}}]", 8 * 0.8}, // load 1, two nodes: 4/5 of one there
		{"resample", "availability: [{trace: {sample: bamboo/p3-trace.csv, resample: {block: 1h}}}]", meanOf(trace, span)},
		{"noise", "availability: [{calendar: {base: 160, noise: {sigma: 0.2, memory: 3h}}}]", 240},
	} {
		t.Run(c.name, func(t *testing.T) {
			pool := "cluster: {pools: [{name: p, nodes: 2, gpusPerNode: 8}]}\n"
			if c.name == "resample" {
				pool = "cluster: {pools: [{name: p, nodes: 32, gpusPerNode: 1}]}\n"
			}
			if c.name == "noise" {
				pool = "cluster: {pools: [{name: p, nodes: 50, gpusPerNode: 8}]}\n"
			}
			text := "horizon: 100h\n" + pool + c.text + "\n"
			var means []float64
			for seed := range uint64(200) {
				means = append(means, meanOf(drawnCapacity(t, text, seed), 100*simtime.Hour))
			}
			mean, variance := meanAndVariance(means)
			require.Positive(t, variance)
			require.InDelta(t, c.want, mean, 5*math.Sqrt(variance/200))
			require.Equal(t, drawnCapacity(t, text, 5), drawnCapacity(t, text, 5))
		})
	}
}

func TestPublishedFailures(t *testing.T) {
	a := availabilityOf(t, `
  - failures: {published: infinitehbd}
  - failures: {published: rsc-1, repair: 2h}
  - failures: {kind: crash, published: llama-3}
  - failures: {published: infinitehbd, rate: 1}`, "")
	day := float64(simtime.Day)
	for i, rate := range []float64{4.268, 6.5, 3.789, 1} {
		require.InDelta(t, 1000*day/rate, float64(a.Failures[i].Between.Mean), 1)
	}
	require.Equal(t, 0.45, a.Failures[0].Repair.Shape)
	require.Equal(t, a.Failures[0].Repair, a.Failures[3].Repair)
	require.Equal(t, 2*simtime.Hour, a.Failures[1].Repair.Mean)
}
