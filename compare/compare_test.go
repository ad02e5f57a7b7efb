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
	all := Verdicts(rivals(30))
	require.Len(t, all, 9, "three pairs by three metrics")
	v := verdict(t, all, Wasted, "fifo", "las")
	require.Equal(t, Less, v.Outcome)
	require.Equal(t, `las wastes 40 % fewer GPU-hours than fifo, 95 % CI 40–41 %, 30 of 30 seeds`, v.Text)
	v = verdict(t, all, Wasted, "las", "srtf")
	require.Equal(t, Indistinguishable, v.Outcome)
	require.Equal(t, "srtf and las are not distinguishable by wasted GPU-h: 95 % CI -0.6 to 0.6 %, p = 1, 30 seeds", v.Text)
	v = verdict(t, all, P99Train, "fifo", "las")
	require.Equal(t, More, v.Outcome)
	require.Contains(t, v.Text, "las has a p99 time to train 40 % longer than fifo")
	require.Equal(t, all, Verdicts(rivals(30)), "the intervals are drawn from a stream of their own")
}

func TestNoVerdictFromFewSeeds(t *testing.T) {
	require.Empty(t, Verdicts(rivals(1)))
	for _, v := range Verdicts(rivals(6)) {
		require.NotContains(t, []string{Less, More}, v.Outcome, "with three pairs six seeds cannot get below 3·2/64")
	}
	require.Equal(t, TooFewSeeds, verdict(t, Verdicts(rivals(6)), Wasted, "fifo", "las").Outcome)
	require.Equal(t, Less, verdict(t, Verdicts(rivals(7)), Wasted, "fifo", "las").Outcome, "3·2/128 is below 5 %")
}

func TestSeedsThatChangeNothingAreOneObservation(t *testing.T) {
	var runs []Run
	for s := range uint64(30) {
		runs = append(runs, run("fifo", s, 100, 5, 20), run("las", s, 50, 5, 20))
	}
	v := verdict(t, Verdicts(runs), Wasted, "fifo", "las")
	require.Equal(t, SeedsAllEqual, v.Outcome)
	require.Equal(t, "las wastes 50 % fewer GPU-hours than fifo; no verdict: all 30 seeds give the same, so they are one observation", v.Text)
	require.Contains(t, Tables(runs)[0].Notes, "all seeds give the same: they are one observation, and differences are exact")
}

func TestNoFigureNoVerdict(t *testing.T) {
	runs := rivals(10)
	runs[3].Values[MeanTrain] = math.NaN()
	require.Equal(t, NoFigure, verdict(t, Verdicts(runs), MeanTrain, "fifo", "las").Outcome)
	require.Equal(t, Less, verdict(t, Verdicts(runs), MeanTrain, "las", "srtf").Outcome)
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
		other[i].Point = "load=2"
	}
	tables := Tables(append(runs, other...))
	require.Len(t, tables, 2)
	require.Len(t, tables[0].Seeds, 10)
	require.Equal(t, "load=2", tables[1].Point)
	require.Contains(t, tables[1].Notes, "fewer than six seeds: nothing can be told from chance")
}

func TestTable(t *testing.T) {
	table := Tables(rivals(30))[0]
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
}

func TestFormats(t *testing.T) {
	tables := Tables(rivals(30))
	text := func(format string) string {
		var b bytes.Buffer
		require.NoError(t, Write(&b, tables, format))
		return b.String()
	}
	require.Equal(t, `means of 30 seeds
policy  wasted GPU-h   mean train h   p99 train h   front
fifo           105.1           5.00         25.07*    yes
las             62.5*          4.05         35.07     yes
srtf            62.5~          4.00*        40.07

* best, ~ not distinguishable from it (Wilcoxon, Holm's correction, 5 %); front: no policy has less waste and a shorter p99
`, text("table"))
	require.Contains(t, text("markdown"), `| las | 62.5\* | 4.05  | 35.07  | yes |`)
	rows, err := csv.NewReader(strings.NewReader(text("csv"))).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 10)
	require.Equal(t, []string{"", "las", "wasted_gpu_hours", "30", "true", "false", "true"}, append(rows[4][:4:4], rows[4][5:]...))
	var back []Table
	require.NoError(t, json.Unmarshal([]byte(text("json")), &back))
	require.Equal(t, tables[0].Rows, back[0].Rows)
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
		rows := Tables(runs)[0].Rows
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
