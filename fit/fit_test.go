package fit

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"
	"pgregory.net/rapid"
)

func read(t *testing.T, text string, l Layout) *Measurements {
	m, err := Read("f.csv", []byte(text), l)
	require.NoError(t, err)
	return m
}

func run(t *testing.T, text string, l Layout, models ...string) *Result {
	res, err := Run(context.Background(), read(t, text, l), Options{Models: models, Seed: 1})
	require.NoError(t, err)
	return res
}

// parameter returns the parameter of a fit.
func (f *Fit) parameter(t *testing.T, name string) Parameter {
	for _, p := range f.Parameters {
		if p.Name == name {
			return p
		}
	}
	require.Fail(t, "no parameter", "%s of %s", name, f.Model)
	return Parameter{}
}

// Llama-3-70B on ml.p5.48xlarge, as published: 2,000 tokens/s on one node, 14,000
// on eight. Seven times one node at eight is 8^e for e = ln 7/ln 8, and
// 1/(s + (1−s)/8) for s = 1/49.
func TestPublishedTwoPoints(t *testing.T) {
	res := run(t, "gpus,tokens_per_second\n8,2000\n64,14000\n", Layout{ReplicaGPUs: 8})
	require.InEpsilon(t, 0.9357849740192015, res.fit("power-law").parameter(t, "exponent").Value, 1e-9)
	require.InEpsilon(t, 0.02040816326530612, res.fit("amdahl").parameter(t, "serial").Value, 1e-9)
	for _, f := range []*Fit{res.fit("power-law"), res.fit("amdahl")} {
		for _, p := range f.Parameters {
			require.Nil(t, p.StandardError)
			require.Equal(t, "no standard error: as many parameters as rows", p.Note)
		}
		require.InEpsilon(t, 2000, f.parameter(t, "one replica").Value, 1e-9)
		require.Nil(t, f.Validation)
		require.Nil(t, f.AICc)
	}
	require.Empty(t, res.Preferred)
	require.Equal(t, "2 points cannot compare models: too few are left when one is left out", res.Reason)
}

// Answers worked out by hand. The comment of a case is the equation.
func TestHandWorked(t *testing.T) {
	for _, c := range []struct {
		text, model, parameter string
		want                   float64
	}{
		// (s + (1−s)/2)/(s + (1−s)/4) = 1.5, and 100·(s + (1−s)/2).
		{"gpus,samples_per_second\n2,100\n4,150\n", "amdahl", "serial", 0.2},
		{"gpus,samples_per_second\n2,100\n4,150\n", "amdahl", "one replica", 60},
		// 2^e = 1.5, and 100/1.5.
		{"gpus,samples_per_second\n2,100\n4,150\n", "power-law", "exponent", math.Log2(1.5)},
		{"gpus,samples_per_second\n2,100\n4,150\n", "power-law", "one replica", 200.0 / 3},
		// √(100·90): the mean of the logarithms of throughput a replica.
		{"gpus,samples_per_second\n1,100\n2,180\n", "linear", "one replica", math.Sqrt(9000)},
		// Of 5 samples each of 3 replicas has at most 2: 2.5 times one replica.
		{"gpus,batch,samples_per_second\n3,5,100\n", "uneven-batch", "one replica", 40},
		// 8 samples in 8 s; on 4 GPUs 2 s and 2·3/4 of the transfer make 4 s.
		{"gpus,nodes,batch,seconds_per_step\n1,1,8,8\n4,1,8,4\n", "ring", "compute", 8},
		{"gpus,nodes,batch,seconds_per_step\n1,1,8,8\n4,1,8,4\n", "ring", "local.transfer", 4.0 / 3},
		// A batch of 8 each: 8 s, and with 2·3/4 of the transfer 9.5 s.
		{"gpus,nodes,batch,seconds_per_step\n1,1,8,8\n4,2,32,9.5\n", "ring", "remote.transfer", 1},
		// No batch: 2/(1 + 2·1/2·t) = 1.5.
		{"gpus,nodes,samples_per_second\n1,1,100\n2,1,150\n", "ring", "local.transfer", 1.0 / 3},
		// 1 + 6·0.05 + 1.5·0.2 and 1 + 14·0.05 + 1.75·0.2.
		{"gpus,nodes,batch,seconds_per_step\n1,1,8,1\n4,1,32,1.6\n8,1,64,2.05\n", "ring", "local.latency", 0.05},
		{"gpus,nodes,batch,seconds_per_step\n1,1,8,1\n4,1,32,1.6\n8,1,64,2.05\n", "ring", "local.transfer", 0.2},
		// 0.5 + 0.05·m; two replicas of 10 samples need 0.2 s more on a node, 0.6 s
		// on two; four on a node 0.2 + 2·0.1 s. Nothing shows an overlap.
		{pollux, "pollux", "alphaCompute", 0.5},
		{pollux, "pollux", "betaCompute", 0.05},
		{pollux, "pollux", "alphaLocal", 0.2},
		{pollux, "pollux", "betaLocal", 0.1},
		{pollux, "pollux", "alphaNode", 0.6},
		{pollux, "pollux", "gamma", 1},
		// Type b has half the speed of a at both sizes.
		{types, "linear", "one replica", 100},
		{types, "linear", "speed of b", 0.5},
		{types, "table", "speed of b", 0.5},
		{types, "power-law", "speed of b", 0.5},
	} {
		got := run(t, c.text, Layout{}, c.model).Fits[0].parameter(t, c.parameter).Value
		require.InEpsilon(t, c.want, got, 1e-7, "%s, %s of %q", c.model, c.parameter, c.text)
	}
}

const (
	pollux = "gpus,nodes,batch,seconds_per_step\n1,1,10,1\n1,1,20,1.5\n2,1,20,1.2\n4,1,40,1.4\n2,2,20,1.6\n"
	types  = "gpus,gpu_type,samples_per_second\n1,a,100\n2,a,200\n1,b,50\n2,b,100\n"
)

// What the rows cannot tell is fixed, and the note says why.
func TestNotIdentified(t *testing.T) {
	const (
		told = "not identified: the rows cannot tell it from the others; set to "
		none = "not identified: no row depends on it; set to "
	)
	for _, c := range []struct {
		text, model, parameter string
		value                  float64
		note                   string
	}{
		{"gpus,samples_per_second\n4,100\n4,110\n", "amdahl", "serial", 0, told + "0"},
		{"gpus,samples_per_second\n4,100\n4,110\n", "power-law", "exponent", 1, told + "1"},
		{"gpus,nodes,batch,seconds_per_step\n1,1,8,8\n4,1,8,4\n", "ring", "local.latency", 0, told + "0"},
		{"gpus,nodes,batch,seconds_per_step\n1,1,8,8\n4,1,8,4\n", "ring", "remote.latency", 0, none + "0"},
		{"gpus,nodes,batch,seconds_per_step\n1,1,8,8\n4,1,8,4\n", "ring", "remote.transfer", 4.0 / 3, "not identified: no row depends on it; as local.transfer"},
		{pollux, "pollux", "betaNode", 0.1, "not identified: no row depends on it; as betaLocal"},
		{"gpus,gpu_type,samples_per_second\n1,a,100\n8,b,300\n", "amdahl", "speed of b", 1, told + "1"},
		// Faster than linear, and slower with each GPU: on a bound.
		{"gpus,samples_per_second\n1,100\n2,210\n2,211\n", "amdahl", "serial", 0, "on its bound: no standard error"},
		{"gpus,samples_per_second\n1,100\n2,210\n2,211\n", "power-law", "exponent", 1, "on its bound: no standard error"},
		{"gpus,samples_per_second\n1,100\n2,90\n4,80\n", "amdahl", "serial", 1, "on its bound: no standard error"},
		{"gpus,samples_per_second\n1,100\n2,90\n4,80\n", "power-law", "exponent", 1e-3, "on its bound: no standard error"},
	} {
		p := run(t, c.text, Layout{}, c.model).Fits[0].parameter(t, c.parameter)
		require.InDelta(t, c.value, p.Value, 1e-7, "%s of %q", c.parameter, c.text)
		require.Equal(t, c.note, p.Note, "%s of %q", c.parameter, c.text)
		require.Nil(t, p.StandardError)
	}
}

// A model that cannot be fitted is named with the reason; asked for, it is an error.
func TestNotFitted(t *testing.T) {
	const both = "it keeps the batch of the job or of each replica at every size, and here both vary"
	for _, c := range []struct {
		text string
		want []NotFitted
	}{
		{"gpus,samples_per_second\n1,1\n", []NotFitted{
			{"uneven-batch", "it needs the column batch"},
			{"ring", "it needs the column nodes, or --gpus-per-node"},
			{"pollux", "it needs the column batch"}}},
		{"gpus,batch,samples_per_second\n1,8,1\n", []NotFitted{
			{"ring", "it needs the column nodes, or --gpus-per-node"},
			{"pollux", "it needs the column nodes, or --gpus-per-node"}}},
		{"gpus,nodes,batch,tokens_per_second\n1,1,8,1\n", []NotFitted{
			{"pollux", "its times need seconds_per_step or samples_per_second"}}},
		{"gpus,nodes,batch,samples_per_second\n1,1,8,1\n2,1,8,1\n2,1,16,1\n", []NotFitted{
			{"uneven-batch", "it keeps the global batch at every size, and here batch varies"},
			{"ring", both}}},
		{"gpus,nodes,batch,samples_per_second\n1,1,8,1\n2,1,16,1\n", []NotFitted{
			{"uneven-batch", "it keeps the global batch at every size, and here batch varies"}}},
	} {
		require.Equal(t, c.want, run(t, c.text, Layout{}).NotFitted, c.text)
	}
	m := read(t, "gpus,samples_per_second\n1,1\n", Layout{})
	for want, models := range map[string][]string{
		"--model ring: cannot be fitted to f.csv: it needs the column nodes, or --gpus-per-node":                                   {"linear", "ring"},
		`--model: got "amdal", want one of linear, amdahl, power-law, uneven-batch, ring, pollux, table (the nearest is "amdahl")`: {"amdal"},
		`--model: got "Ring", want "ring"`:                  {"Ring"},
		`--model: got "linear" twice, want each model once`: {"linear", "linear"},
	} {
		_, err := Run(context.Background(), m, Options{Models: models})
		require.EqualError(t, err, want)
	}
}

// Four rows at 100·e^±0.1 around one throughput: RSS is 0.04, s² 0.04/3, and the
// standard error 100·√(s²/4); AICc is 4·ln 0.01 + 2·2 + 2·2·3/1.
func TestStatisticsByHand(t *testing.T) {
	high, low := digits(100*math.Exp(0.1)), digits(100*math.Exp(-0.1))
	f := run(t, "gpus,samples_per_second\n1,"+strings.Join([]string{high, low, high, low}, "\n1,")+"\n", Layout{}, "linear").Fits[0]
	p := f.parameter(t, "one replica")
	require.InEpsilon(t, 100, p.Value, 1e-9)
	require.InEpsilon(t, 100*math.Sqrt(0.04/3/4), *p.StandardError, 1e-6)
	require.InEpsilon(t, 4*math.Log(0.01)+16, *f.AICc, 1e-9)
	require.InEpsilon(t, math.Sqrt((math.Pow(math.Exp(0.1)-1, 2)+math.Pow(math.Exp(-0.1)-1, 2))/2), f.RMSError, 1e-9)
	require.Nil(t, f.Validation, "one point cannot be left out")
}

// Throughput a replica is 100 at one, 150 at two and, twice, 150 at four. Without
// the first point 150 is foretold for it, without the second the mean of the
// logarithms of 100, 150 and 150, and so on.
func TestCrossValidationByHand(t *testing.T) {
	f := run(t, "gpus,samples_per_second\n1,100\n2,300\n4,600\n4,600\n", Layout{}, "linear").Fits[0]
	mean := func(vs ...float64) float64 {
		sum := 0.0
		for _, v := range vs {
			sum += math.Log(v) / float64(len(vs))
		}
		return math.Exp(sum)
	}
	square := func(foretold, measured float64) float64 { return math.Pow(foretold/measured-1, 2) }
	want := []float64{square(150, 100), square(mean(100, 150, 150), 150), square(mean(100, 150), 150)}
	require.InDeltaSlice(t, want, f.Validation.squares, 1e-9)
	require.Equal(t, 3, f.Validation.Points)
	require.InEpsilon(t, math.Sqrt((want[0]+want[1]+want[2])/3), f.Validation.RMSError, 1e-9)

	// The table says of 2 the middle between 1 and 4; of 1 half of 2; of 4 the power
	// law through the others, 100·n^log2(3).
	f = run(t, "gpus,samples_per_second\n1,100\n2,300\n4,600\n4,600\n", Layout{}, "table").Fits[0]
	want = []float64{square(150, 100), square(100+500.0/3, 300), square(900, 600)}
	require.InDeltaSlice(t, want, f.Validation.squares, 1e-9)
}

// A GPU type with one point: its speed cannot be known without it.
func TestOnlyPointOfATypeIsNotLeftOut(t *testing.T) {
	res := run(t, "gpus,gpu_type,samples_per_second\n1,a,100\n2,a,190\n4,a,350\n4,b,100\n", Layout{})
	require.Equal(t, 4, res.Points)
	require.Equal(t, 3, res.fit("amdahl").Validation.Points)
	require.InEpsilon(t, 0.2857, res.fit("amdahl").parameter(t, "speed of b").Value, 0.02)
	var b bytes.Buffer
	require.NoError(t, res.Text(&b))
	require.Contains(t, b.String(), "1 point the only one of a GPU type: never left out")
	require.Contains(t, res.fit("linear").YAML, `  gpuSpeeds: {"a": 1, "b": 0.`)
}

// The least error is 2 ± 1 units of 10⁻⁴ in squares; what is within 3 and simpler
// is preferred, and nothing else.
func TestPreference(t *testing.T) {
	least := Fit{Model: "least", Fitted: 3, Validation: &Validation{squares: []float64{1e-4, 3e-4}}}
	for _, c := range []struct {
		other Fit
		want  string
	}{
		{Fit{Model: "simple", Fitted: 2, Validation: &Validation{squares: []float64{3e-4, 2.9e-4}}}, "simple"},
		{Fit{Model: "simple", Fitted: 2, Validation: &Validation{squares: []float64{3e-4, 3.1e-4}}}, "least"},
		{Fit{Model: "as large", Fitted: 3, Validation: &Validation{squares: []float64{3e-4, 2.9e-4}}}, "least"},
		{Fit{Model: "not left out", Fitted: 1}, ""},
	} {
		for _, f := range []*Fit{&least, &c.other} {
			if f.Validation != nil {
				mean, _ := f.Validation.mean()
				f.Validation.RMSError = math.Sqrt(mean)
			}
		}
		r := &Result{Fits: []Fit{c.other, least}}
		r.prefer()
		require.Equal(t, c.want, r.Preferred, c.other.Model)
	}
}

const example = `gpus,nodes,batch,gpu_type,seconds_per_step
1,1,64,A100,1.01
2,1,64,A100,0.52
4,1,64,A100,0.28
8,1,64,A100,0.16
8,1,64,A100,0.165
16,2,64,A100,0.13
32,4,64,A100,0.11
1,1,64,V100,2.3
8,1,64,V100,0.37
16,2,64,V100,0.29
`

// The same file gives the same bytes.
func TestSameBytes(t *testing.T) {
	var texts, jsons, plots [2]string
	for i := range 2 {
		res := run(t, example, Layout{})
		var b bytes.Buffer
		require.NoError(t, res.Text(&b))
		texts[i] = b.String()
		b.Reset()
		require.NoError(t, res.JSON(&b))
		jsons[i] = b.String()
		png, err := res.Plot("png")
		require.NoError(t, err)
		require.True(t, bytes.HasPrefix(png, []byte("\x89PNG")))
		plots[i] = string(png)
	}
	require.Equal(t, texts[0], texts[1])
	require.Equal(t, jsons[0], jsons[1])
	require.True(t, plots[0] == plots[1])
}

// Another seed, and rows in another order, lead to the same parameters.
func TestSeedAndOrderDoNotMatter(t *testing.T) {
	a := run(t, example, Layout{})
	lines := strings.Split(strings.TrimSpace(example), "\n")
	for i, j := 1, 7; i < j; i, j = i+1, j-1 { // the types keep their order
		lines[i], lines[j] = lines[j], lines[i]
	}
	m := read(t, strings.Join(lines, "\n"), Layout{})
	b, err := Run(context.Background(), m, Options{Seed: 2})
	require.NoError(t, err)
	require.Equal(t, a.Preferred, b.Preferred)
	for i, f := range a.Fits {
		for j, p := range f.Parameters {
			require.InDelta(t, p.Value, b.Fits[i].Parameters[j].Value, 1e-4*math.Abs(p.Value)+1e-12, "%s, %s", f.Model, p.Name)
		}
	}
}

func TestJSON(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, run(t, example, Layout{}).JSON(&b))
	var back Result
	d := json.NewDecoder(&b)
	d.DisallowUnknownFields()
	require.NoError(t, d.Decode(&back))
	require.Equal(t, []string{"A100", "V100"}, back.Types)
	require.Len(t, back.Fits, len(Models()))
	require.Equal(t, 10, back.Rows)
	require.Equal(t, 9, back.Points)
}

// The YAML of a model reads back as the model.
func TestYAML(t *testing.T) {
	read := func(f *Fit) map[string]any {
		var v struct {
			Model struct {
				ReplicaGPUs int                `yaml:"replicaGPUs"`
				Scaling     map[string]any     `yaml:"scaling"`
				GPUSpeeds   map[string]float64 `yaml:"gpuSpeeds"`
			}
		}
		d := yaml.NewDecoder(strings.NewReader(f.YAML))
		d.KnownFields(true)
		require.NoError(t, d.Decode(&v), f.YAML)
		require.Equal(t, 2, v.Model.ReplicaGPUs)
		require.Equal(t, f.Model, v.Model.Scaling["model"])
		return v.Model.Scaling
	}
	text := strings.ReplaceAll(strings.ReplaceAll(example, "\n1,", "\n2,"), "\n2,1,64,A100,0.52", "\n6,1,64,A100,0.52")
	res := run(t, text, Layout{ReplicaGPUs: 2})
	require.InEpsilon(t, res.fit("amdahl").parameter(t, "serial").Value, read(res.fit("amdahl"))["serial"], 1e-9)
	require.InEpsilon(t, res.fit("power-law").parameter(t, "exponent").Value, read(res.fit("power-law"))["exponent"], 1e-9)
	require.Equal(t, 64, read(res.fit("uneven-batch"))["batch"])
	ring := read(res.fit("ring"))
	require.InEpsilon(t, res.fit("ring").parameter(t, "compute").Value, ring["compute"], 1e-9)
	require.InEpsilon(t, res.fit("ring").parameter(t, "remote.latency").Value, ring["remote"].(map[string]any)["latency"], 1e-9)
	require.Equal(t, 64, ring["batch"])
	keys := read(res.fit("pollux"))
	require.InEpsilon(t, res.fit("pollux").parameter(t, "betaCompute").Value, keys["betaCompute"], 1e-9)
	for _, k := range []string{"initialBatch", "maxBatch", "minLocal", "maxLocal", "noise"} {
		require.Contains(t, keys, k)
		require.Nil(t, keys[k], "to be filled in")
	}
	points := read(res.fit("table"))["points"].([]any)
	require.Len(t, points, 6)
	require.Equal(t, 2, points[0].([]any)[0], "in GPUs, not replicas")
	require.Equal(t, 32, points[5].([]any)[0])
}

func TestInterrupted(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	_, err := Run(ctx, read(t, example, Layout{}), Options{Seed: 1})
	require.ErrorIs(t, err, context.Canceled)
}

// Whatever the rows, every number that is printed is one, and a plot can be drawn.
func TestAnyRowsGiveNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		header := rapid.SampledFrom([]string{
			"gpus,samples_per_second", "gpus,batch,seconds_per_step", "gpus,nodes,batch,samples_per_second",
			"gpus,nodes,gpu_type,tokens_per_second", "gpus,nodes,batch,gpu_type,seconds_per_step",
		}).Draw(t, "header")
		text := header + "\n"
		for range rapid.IntRange(1, 8).Draw(t, "rows") {
			nodes := rapid.IntRange(1, 4).Draw(t, "nodes")
			text += strings.NewReplacer(
				"gpus", strconv.Itoa(nodes*rapid.SampledFrom([]int{1, 2, 3, 8, 100_000}).Draw(t, "GPUs")),
				"nodes", strconv.Itoa(nodes),
				"batch", strconv.Itoa(rapid.SampledFrom([]int{1, 64, 96, 1_000_000}).Draw(t, "batch")),
				"gpu_type", rapid.SampledFrom([]string{"a", "b"}).Draw(t, "type"),
				"samples_per_second", digits(rapid.SampledFrom([]float64{1e-8, 1, 2, 3.7, 100, 1e11}).Draw(t, "rate")),
				"tokens_per_second", digits(rapid.SampledFrom([]float64{1e-8, 1, 2, 3.7, 100, 1e11}).Draw(t, "rate")),
				"seconds_per_step", digits(rapid.SampledFrom([]float64{1e-4, 1, 1.1, 3, 1e7}).Draw(t, "seconds")),
			).Replace(header) + "\n"
		}
		m, err := Read("f.csv", []byte(text), Layout{})
		require.NoError(t, err, text)
		res, err := Run(context.Background(), m, Options{Seed: 1})
		require.NoError(t, err)
		var b bytes.Buffer
		require.NoError(t, res.JSON(&b), text)
		require.NoError(t, res.Text(&b))
		require.NotRegexp(t, `\bNaN\b|\bInf\b`, b.String())
		if rapid.IntRange(0, 4).Draw(t, "plot") == 4 { // it is slow
			_, err = res.Plot("png")
			require.NoError(t, err)
		}
	})
}
