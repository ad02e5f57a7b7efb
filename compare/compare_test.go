package compare

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// run is a run of no other figures than waste and times to train.
func run(policy string, seed uint64, wasted, mean, p99 float64) Run {
	r := Run{Policy: policy, Seed: seed, Window: 10}
	for m := range r.Values {
		r.Values[m] = math.NaN()
	}
	r.Values[Wasted], r.Values[MeanTrain], r.Values[P99Train] = wasted, mean, p99
	return r
}

// rivals are three policies with n seeds: las wastes 40 % less than fifo, and srtf as
// much as las but for chance.
func rivals(n int) []Run {
	var out []Run
	for s := range n {
		chance := float64(s * 7 % 11)
		out = append(out, run("fifo", uint64(s), 100+chance, 5, 20+chance))
	}
	for s := range n {
		chance := float64(s * 7 % 11)
		out = append(out, run("las", uint64(s), 60+chance/2, 4+chance/100, 30+chance))
	}
	for s := range n {
		chance := float64(s * 7 % 11)
		out = append(out, run("srtf", uint64(s), 60+chance/2+float64(s%2*2-1), 4, 35+chance))
	}
	return out
}

func verdicts(t *testing.T, runs []Run, o Options) []Verdict {
	t.Helper()
	out, err := Verdicts(runs, o)
	require.NoError(t, err)
	return out
}

func tablesOf(t require.TestingT, runs []Run, o Options) []Table {
	out, err := Tables(runs, o)
	require.NoError(t, err)
	return out
}

func verdict(t *testing.T, all []Verdict, metric int, a, b string) Verdict {
	t.Helper()
	for _, v := range all {
		if v.Metric == Metrics[metric].Name && v.A == a && v.B == b {
			return v
		}
	}
	t.Fatalf("no verdict of %s and %s", a, b)
	return Verdict{}
}

func TestVerdicts(t *testing.T) {
	all := verdicts(t, rivals(30), Options{})
	require.Len(t, all, 6, "two against the first by three metrics")
	v := verdict(t, all, Wasted, "fifo", "las")
	require.Equal(t, Less, v.Outcome)
	require.Equal(t, `las wastes 40 % fewer GPU-hours than fifo, 95 % CI 40–41 %, 30 of 30 seeds`, v.Text)
	v = verdict(t, all, P99Train, "fifo", "las")
	require.Equal(t, More, v.Outcome)
	require.Contains(t, v.Text, "las has a p99 time to train 40 % longer than fifo")
	require.Equal(t, all, verdicts(t, rivals(30), Options{}), "the intervals are drawn from a stream of their own")

	all = verdicts(t, rivals(30), Options{Baseline: "las", Metrics: []int{Wasted}})
	require.Len(t, all, 2)
	v = verdict(t, all, Wasted, "las", "srtf")
	require.Equal(t, Indistinguishable, v.Outcome)
	require.Equal(t, "srtf and las are not distinguishable by wasted GPU-h: 95 % CI of the change -0.6 to +0.6 %, p = 1, 30 seeds", v.Text)
	require.Equal(t, More, verdict(t, all, Wasted, "las", "fifo").Outcome)

	_, err := Verdicts(rivals(30), Options{Baseline: "lsa"})
	require.EqualError(t, err, `no policy "lsa", want one of fifo, las, srtf`)
}

// A swap of the pair turns the difference round and leaves the p-values as they are.
// TestTheIntervalThatDecidesIsSaid: mean times to train of docs/sweeps.md. srtf is never
// slower, and its change in percent is clear, but the seeds differ so much that the
// interval of the difference, which decides, reaches over 0.
func TestTheIntervalThatDecidesIsSaid(t *testing.T) {
	las := []float64{1.3, 5.5, 2.8, 14.5, 3.6, 8.8, 9.6, 1.2, 8.6, 12.3, 3.1, 29.0}
	srtf := []float64{1.3, 3.9, 2.5, 9.4, 3.3, 5.9, 7.9, 1.2, 6.8, 7.2, 1.7, 18.4}
	var runs []Run
	for i := range las {
		runs = append(runs, run("las", uint64(i), las[i], 1, 1), run("srtf", uint64(i), srtf[i], 1, 1))
	}
	v := verdict(t, verdicts(t, runs, Options{}), 0, "las", "srtf")
	require.Equal(t, Indistinguishable, v.Outcome)
	require.Less(t, v.Holm, Significance)
	require.Negative(t, v.Comparison.ChangeInterval.High)
	require.Positive(t, v.Comparison.Interval.High)
	require.Contains(t, v.Text, "95 % CI of the difference -")
	require.Contains(t, v.Text, "+"+figure(v.Comparison.Interval.High, 1)+", p = ")
}

func TestVerdictsAreAntisymmetric(t *testing.T) {
	a := verdict(t, verdicts(t, rivals(9), Options{}), Wasted, "fifo", "srtf").Comparison
	b := verdict(t, verdicts(t, rivals(9), Options{Baseline: "srtf"}), Wasted, "srtf", "fifo").Comparison
	require.Equal(t, a.Difference, -b.Difference)
	require.Equal(t, a.Interval.Low, -b.Interval.High)
	require.InEpsilon(t, (1+*a.Change/100)*(1+*b.Change/100), 1, 1e-8)
	require.Equal(t, []float64{a.Wilcoxon, a.Sign}, []float64{b.Wilcoxon, b.Sign})
	require.Equal(t, []int{a.Less, a.More}, []int{b.More, b.Less})
}

func TestNoVerdictFromFewSeeds(t *testing.T) {
	require.Empty(t, verdicts(t, rivals(1), Options{}))
	require.Contains(t, tablesOf(t, rivals(1), Options{})[0].Notes[0], "one seed, so no verdict")
	for _, v := range verdicts(t, rivals(6), Options{Metrics: []int{Wasted, P99Train}}) {
		require.NotContains(t, []string{Less, More}, v.Outcome, "with two policies six seeds cannot get below 2·2/64")
	}
	require.Equal(t, TooFewSeeds, verdict(t, verdicts(t, rivals(6), Options{}), Wasted, "fifo", "las").Outcome)
	require.Equal(t, Less, verdict(t, verdicts(t, rivals(7), Options{}), Wasted, "fifo", "las").Outcome, "2·2/128 is below 5 %")
}

// Jobs left undone are counted, and said with every verdict on who left them.
func TestUndoneJobsAreSaid(t *testing.T) {
	runs := rivals(8)
	for i := range runs {
		runs[i].Jobs, runs[i].Measured, runs[i].Values[Undone] = 10, 10, 0
	}
	runs[8].Values[Undone], runs[9].Values[Undone] = 2, 1
	table := tablesOf(t, runs, Options{})[0]
	require.Contains(t, table.Notes, "failed or unfinished jobs, which have no time to train: las 3 of 80")
	v := verdict(t, table.Verdicts, Wasted, "fifo", "las")
	require.Equal(t, 3, v.UndoneB)
	require.Contains(t, v.Text, "8 of 8 seeds; las left 3 of 80 jobs undone")
	require.NotContains(t, verdict(t, table.Verdicts, Wasted, "fifo", "srtf").Text, "undone")
}

// Warm-up and cool-down leave jobs out of the times.
func TestMeasuredJobsAreSaid(t *testing.T) {
	runs := rivals(8)
	for i := range runs {
		runs[i].Jobs, runs[i].Measured = 10, 7
	}
	require.Contains(t, tablesOf(t, runs, Options{})[0].Notes, "times to train are of the 56 of 80 jobs submitted between warm-up and cool-down")
}

func TestSeedsThatChangeNothingAreOneObservation(t *testing.T) {
	var runs []Run
	for s := range uint64(30) {
		runs = append(runs, run("fifo", s, 100, 5, 20), run("las", s, 50, 5, 20))
	}
	v := verdict(t, verdicts(t, runs, Options{}), Wasted, "fifo", "las")
	require.Equal(t, SeedsAllEqual, v.Outcome)
	require.Equal(t, "las wastes 50 % fewer GPU-hours than fifo; no verdict: all 30 seeds give the same, so they are one observation", v.Text)
	require.Contains(t, tablesOf(t, runs, Options{})[0].Notes, "all seeds give the same: they are one observation, and differences are exact")
}

func TestNoFigureNoVerdict(t *testing.T) {
	runs := rivals(10)
	runs[3].Values[MeanTrain] = math.NaN()
	require.Equal(t, NoFigure, verdict(t, verdicts(t, runs, Options{}), MeanTrain, "fifo", "las").Outcome)
	require.Equal(t, Less, verdict(t, verdicts(t, runs, Options{Baseline: "las"}), MeanTrain, "las", "srtf").Outcome)
}

// Only the seeds that all policies have count, and only pairs at one point.
func TestPairsBySeedAndPoint(t *testing.T) {
	runs := rivals(12)
	for i := range runs {
		if runs[i].Policy == "las" {
			runs[i].Seed += 2
		}
	}
	other := rivals(3)
	for i := range other {
		other[i].Variant = map[string]string{"load": "2"}
	}
	tables := tablesOf(t, append(runs, other...), Options{})
	require.Len(t, tables, 2)
	require.Equal(t, []uint64{2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, tables[0].Seeds)
	require.Contains(t, tables[0].Notes, "6 more runs have seeds that not all policies have, and are left out")
	require.Equal(t, "load=2", tables[1].Point)
	require.Contains(t, tables[1].Notes, "fewer than six seeds: nothing can be told from chance")
}

func TestTable(t *testing.T) {
	table := tablesOf(t, rivals(30), Options{})[0]
	require.Equal(t, []string{"wasted_gpu_hours", "mean_time_to_train_hours", "p99_time_to_train_hours"}, table.Metrics)
	marks := func(column int) (best, tied []string) {
		for _, r := range table.Rows {
			if r.Cells[column].Best {
				best = append(best, r.Policy)
			}
			if r.Cells[column].Tied {
				tied = append(tied, r.Policy)
			}
		}
		return best, tied
	}
	best, tied := marks(0)
	require.Equal(t, []string{"las"}, best)
	require.Equal(t, []string{"srtf"}, tied)
	best, tied = marks(1)
	require.Equal(t, []string{"srtf"}, best)
	require.Empty(t, tied)
	require.True(t, table.Rows[0].Front, "fifo has the least p99")
	require.True(t, table.Rows[1].Front, "las wastes least")
	require.False(t, table.Rows[2].Front, "srtf wastes as much and has a longer p99")
	require.Equal(t, []string{"las"}, table.Rows[2].DominatedBy)
}

func TestFormats(t *testing.T) {
	tables := tablesOf(t, rivals(30), Options{Metrics: []int{Wasted, P99Train}})
	text := func(format string, pareto bool) string {
		var b bytes.Buffer
		require.NoError(t, Write(&b, tables, format, pareto))
		return b.String()
	}
	require.Equal(t, `means of 30 seeds
policy  wasted GPU-h   p99 train h   front
fifo           105.1         25.07*    yes
las             62.5*        35.07     yes
srtf            62.5~        40.07

las wastes 40 % fewer GPU-hours than fifo, 95 % CI 40–41 %, 30 of 30 seeds
srtf wastes 40 % fewer GPU-hours than fifo, 95 % CI 40–41 %, 30 of 30 seeds
las has a p99 time to train 40 % longer than fifo, 95 % CI 38–42 %, 30 of 30 seeds
srtf has a p99 time to train 60 % longer than fifo, 95 % CI 57–63 %, 30 of 30 seeds

Pareto front of waste and p99 time to train, by the means: fifo, las
srtf has neither less waste nor a shorter p99 than las

* best, ~ not distinguishable from it (Wilcoxon, Holm's correction, 5 %); front: no policy has less waste and a shorter p99
`, text("table", true))
	require.NotContains(t, text("table", false), "Pareto")
	require.Contains(t, text("markdown", false), `| las | 62.5\* | 35.07  | yes |`)
	require.Contains(t, text("markdown", true), "- srtf has neither less waste nor")
	rows, err := csv.NewReader(strings.NewReader(text("csv", false))).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 7)
	las := rows[3]
	require.Equal(t, []string{"", "las", "wasted_gpu_hours", "30"}, las[:4])
	require.Equal(t, []string{"true", "false", "true", "fifo", "less"}, las[5:10])
	require.Equal(t, []string{"30", "0"}, las[16:18])
	require.Empty(t, rows[1][8], "the baseline is not compared with itself")
	var back struct{ Points []Table }
	require.NoError(t, json.Unmarshal([]byte(text("json", false)), &back))
	require.Equal(t, tables[0].Rows, back.Points[0].Rows)
	require.Len(t, back.Points[0].Verdicts, 4)
}

// Whoever is on the front is dominated by nobody, and whoever is not is dominated by
// somebody on it.
func TestFront(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(t, "policies")
		var runs []Run
		for i := range n {
			runs = append(runs, run(string(rune('a'+i)), 1, float64(rapid.IntRange(0, 4).Draw(t, "waste")), 1, float64(rapid.IntRange(0, 4).Draw(t, "p99"))))
		}
		rows := tablesOf(t, runs, Options{})[0].Rows
		for i := range rows {
			dominated := false
			for k := range rows {
				a, b := &runs[k].Values, &runs[i].Values
				if rows[k].Front && a[Wasted] <= b[Wasted] && a[P99Train] <= b[P99Train] && (a[Wasted] < b[Wasted] || a[P99Train] < b[P99Train]) {
					dominated = true
				}
			}
			require.Equal(t, !dominated, rows[i].Front)
		}
	})
}
