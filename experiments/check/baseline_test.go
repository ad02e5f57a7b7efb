package check

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/compare"
)

const head = "version: 1\ncases: {hyperpod-night: {}}\n"

// figuresText is a record that is whole.
const figuresText = "recorded:\n  hyperpod-night:\n    input: a\n    policies:\n      fifo: {behaviour: b, wasted_gpu_hours: 1.5}\n"

func TestFaultsHavePlaceAndNearestName(t *testing.T) {
	for text, want := range map[string]string{
		"":                                      "b.yaml: got an empty file, want a map of keys and values",
		"version: 2\ncases: {hyperpod-night: }": `b.yaml:1:10: version: got "2", want a whole number of at least 1 and of at most 1`,
		"version: 1\n":                          `b.yaml:1:1: got no "cases", which is required`,
		"version: 1\ncases: {}\n":               "b.yaml:2:8: cases: got an empty map, want at least one case",
		head + "behaviour: exactly\n":           `b.yaml:3:12: behaviour: got "exactly", want exact, report or ignore; did you mean "exact"?`,
		head + "speed: 10 %%\n":                 `b.yaml:3:8: speed: got "10 %%", want a percentage of at least 0%, such as 2%`,
		head + "speed: fast\n":                  `b.yaml:3:8: speed: got "fast", want ` + wantTolerance,
		head + "speed: [1]\n":                   `b.yaml:3:8: speed: got a list of 1, want ` + wantTolerance,
		head + "speed: .inf\n":                  `b.yaml:3:8: speed: got ".inf", want ` + wantTolerance,
		head + "speed: {relativ: 1%}\n":         `b.yaml:3:9: speed.relativ: got the unknown key "relativ", want the keys relative, absolute; did you mean "relative"?`,
		head + "tolerances: {cosst: 1}\n":       `b.yaml:3:21: tolerances.cosst: got the unknown metric "cosst", want wasted_gpu_hours, waste_percent, mean_time_to_train_hours, p99_time_to_train_hours, makespan_hours, undone_jobs, ettr_percent, goodput_percent or cost; did you mean "cost"?`,
		head + "recorded:\n  hyperpod-nigh: {input: a, policies: {}}\n":                                 `b.yaml:4:18: recorded.hyperpod-nigh: got the record of a case that is not among the cases; rename it as its case, or take it out; did you mean "hyperpod-night"?`,
		head + "recorded:\n  hyperpod-night: {input: a, policies: {fifo: {etr_percent: 1}}}\n":          "b.yaml:4:47: recorded.hyperpod-night.policies.fifo: got no \"behaviour\", which is required\n" + `b.yaml:4:61: recorded.hyperpod-night.policies.fifo.etr_percent: got the unknown metric "etr_percent", want wasted_gpu_hours, waste_percent, mean_time_to_train_hours, p99_time_to_train_hours, makespan_hours, undone_jobs, ettr_percent, goodput_percent or cost; did you mean "ettr_percent"?`,
		head + "recorded:\n  hyperpod-night: {input: a, reference_loops: -1, policies: {}}\n":           `b.yaml:4:47: recorded.hyperpod-night.reference_loops: got "-1", want a number over 0`,
		head + figuresText + "speed: 10%\n":                                                             "b.yaml: recorded: " + wantLast,
		"{version: 1, cases: {hyperpod-night: }, recorded: {hyperpod-night: {input: a, policies: {}}}}": "b.yaml: recorded: " + wantLast,
	} {
		_, err := parse("b.yaml", []byte(text))
		require.EqualError(t, err, want, text)
	}
}

func TestRead(t *testing.T) {
	b, err := parse("b.yaml", []byte(`version: 1
behaviour: report
tolerances: {wasted_gpu_hours: 2%, undone_jobs: 3, ettr_percent: {relative: 1.5%, absolute: 0.1}}
speed: 30%
cases:
  hyperpod-night:
  cut:
    experiment: spot-p3
    policies: [fifo]
    seeds: 1..3
    set: {horizon: 2h, sweep: {axes: {load: {path: workload.load, values: [1, 2]}}}}
    behaviour: ignore
    tolerances: {undone_jobs: ignore}
    speed: ignore
`))
	require.NoError(t, err)
	night, cut := b.cases[0], b.cases[1]
	require.Equal(t, 6, night.line)
	require.Equal(t, "report", night.behaviour)
	require.Equal(t, "30 %", night.speed.String())
	require.Equal(t, "2 %", night.tolerances[compare.Wasted].String())
	require.Equal(t, "1 %", night.tolerances[compare.Makespan].String())
	require.Equal(t, "3", night.tolerances[compare.Undone].String())
	require.Equal(t, "1.5 % or 0.1", night.tolerances[compare.ETTR].String())
	require.Equal(t, "ignore", cut.behaviour)
	require.Equal(t, "2 %", cut.tolerances[compare.Wasted].String())
	require.Equal(t, "anything", cut.tolerances[compare.Undone].String())
	require.True(t, cut.speed.ignored)
	require.Equal(t, 6, cut.experiment.Runs())
}

// What people wrote stays to the byte, and what is written can be read: the next check
// finds nothing, another --update changes nothing.
func TestUpdateKeepsWhatPeopleWrote(t *testing.T) {
	const own = "# mine\nversion: 1\n\ncases:   # all of them\n  philly-load-sweep: {seeds: 1, policies: [fifo, easy], speed: ignore}\n  \"null\": {experiment: spot-p3, policies: [fifo]}\n"
	b, err := parse("b.yaml", []byte(own+"\n\n"))
	require.NoError(t, err)
	clock := &fakeClock{}
	o, err := b.run(context.Background(), nil, clock.now)
	require.NoError(t, err)
	require.Equal(t, 2, o.Regressions(), "nothing is recorded yet")
	text, err := o.Update()
	require.NoError(t, err)
	require.Equal(t, own+"\n"+recordedHead+"recorded:\n", string(text[:len(own)+1+len(recordedHead)+len("recorded:\n")]))

	b, err = parse("b.yaml", text)
	require.NoError(t, err)
	require.Len(t, b.cases[0].recorded.Policies, 8, "2 policies at 4 loads")
	require.Equal(t, "fifo load=0.6", b.cases[0].recorded.Policies[0].Key)
	o, err = b.run(context.Background(), nil, clock.now)
	require.NoError(t, err)
	require.Zero(t, o.Regressions())
	require.Empty(t, o.differences())
	again, err := o.Update()
	require.NoError(t, err)
	require.Equal(t, string(text), string(again))
}

// Figures are the means over the seeds.
func TestFiguresAreMeans(t *testing.T) {
	figures := func(seeds string) policyFigures {
		b, err := parse("b.yaml", []byte("version: 1\nspeed: ignore\ncases: {philly-load-sweep: {seeds: "+seeds+", policies: [fifo], set: {sweep: null}}}\n"))
		require.NoError(t, err)
		o, err := b.Run(context.Background(), nil)
		require.NoError(t, err)
		require.Len(t, o.cases[0].now.policies, 1)
		return o.cases[0].now.policies[0]
	}
	one, two, both := figures("1"), figures("2"), figures("[1, 2]")
	require.NotEqual(t, one.behaviour, two.behaviour)
	require.NotEqual(t, one.behaviour, both.behaviour)
	for m := range compare.Metrics {
		if v := (one.figures[m] + two.figures[m]) / 2; !math.IsNaN(v) {
			require.InDelta(t, v, both.figures[m], 2e-6, compare.Metrics[m].Name)
		}
	}
}
