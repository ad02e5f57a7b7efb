package draft_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/draft"
	"rubato/experiments"
	"rubato/traces"
)

var update = flag.Bool("update", false, "write the golden files")

// file reads a file as if it lay in the folder of the experiment.
func file(t *testing.T, path string) *draft.File {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	return &draft.File{Name: filepath.Base(path), Path: filepath.ToSlash(path), Data: data}
}

func manifests(t *testing.T) *draft.File {
	t.Helper()
	var all []byte
	for _, name := range []string{"01-step-single-spec.yaml", "02-discrete-base-plus-surge.yaml", "03-static-with-spares.yaml"} {
		all = append(append(all, "---\n"...), file(t, "../site/testdata/"+name).Data...)
	}
	return &draft.File{Name: "jobs.yaml", Path: "jobs.yaml", Data: all}
}

// TestMake compares what is written with golden files, and runs it.
func TestMake(t *testing.T) {
	tests := []struct {
		name     string
		in       draft.Input
		warnings []string
	}{
		{"nothing", draft.Input{}, nil},
		{"sacct", draft.Input{Jobs: file(t, "../traces/testdata/sacct.txt")}, nil},
		{"sacct-nodes", draft.Input{Jobs: file(t, "../traces/testdata/sacct.txt"), Cluster: file(t, "testdata/nodes.json")}, nil},
		{"manifests", draft.Input{Jobs: manifests(t)}, nil},
		{"manifests-quotas", draft.Input{Jobs: manifests(t), Cluster: file(t, "../site/testdata/04-governance.json")},
			[]string{`team "hyperpod-ns-lynx-localqueue" has no quota: under the policy quota it has what the others leave of the pool`}},
		{"kueue", draft.Input{Cluster: file(t, "../site/testdata/kueue.json")},
			[]string{`team "lq" has no quota: under the policy quota it has what the others leave of the pool`}},
		{"nodes-held", draft.Input{Cluster: file(t, "testdata/nodes.json"), Held: file(t, "testdata/prometheus.json")},
			[]string{"no file has jobs: the experiment has one that is made up"}},
		{"manifest-series", draft.Input{Jobs: file(t, "../site/testdata/01-step-single-spec.yaml"), Availability: file(t, "testdata/prometheus.json")}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, err := draft.Make(tt.in)
			require.NoError(t, err)
			require.Equal(t, tt.warnings, d.Warnings)
			golden := "testdata/" + tt.name + ".yaml"
			if *update {
				require.NoError(t, os.WriteFile(golden, d.YAML, 0o666))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err)
			require.Equal(t, string(want), string(d.YAML))
			runs(t, d.YAML)
		})
	}
}

// runs loads an experiment and runs it.
func runs(t *testing.T, yaml []byte) {
	t.Helper()
	e, err := experiments.Read("draft", yaml, ".", experiments.Options{})
	require.NoError(t, err, string(yaml))
	_, err = e.Run(t.Context(), experiments.RunOptions{Parallel: 1})
	require.NoError(t, err)
}

// TestOverload warns of a cluster that its jobs overload, and of one too small.
func TestOverload(t *testing.T) {
	jobs := &draft.File{Name: "j.csv", Path: "j.csv", Data: []byte(
		"job_id,num_gpu,submit_time,duration\na,16,0,3600\nb,8,3600,7200\n")}
	nodes := &draft.File{Name: "n.txt", Data: []byte("NODELIST|GRES|STATE\nn1|gpu:8|idle\n")}
	d, err := draft.Make(draft.Input{Jobs: jobs, Cluster: nodes})
	require.NoError(t, err)
	require.Equal(t, []string{
		"pool gpu has 1 nodes of 8 GPUs, but its largest job needs 2: the experiment gives it those",
		"load: 200 %: 32.0 GPUs on average (32.0 GPU-hours submitted in 1h), of the 16 of pool gpu: queues will grow without end; " +
			"is a pool missing, or are jobs of other clusters in the file?",
	}, d.Warnings)
}

// TestTraces makes experiments of every built-in trace.
func TestTraces(t *testing.T) {
	for _, s := range traces.Samples() {
		data, err := traces.Sample(s.Name)
		require.NoError(t, err)
		f := &draft.File{Name: s.Name, Path: filepath.ToSlash(filepath.Join(t.TempDir(), "trace")), Data: data}
		require.NoError(t, os.WriteFile(f.Path, data, 0o666))
		in := draft.Input{Jobs: f}
		if sum, err := traces.Inspect(s.Name, data, traces.Options{}); err == nil && sum.Availability != nil {
			in = draft.Input{Availability: f}
		}
		d, err := draft.Make(in)
		if s.Format == "pollux-workload" {
			require.ErrorContains(t, err, "none of its 160 jobs has a run time")
			continue
		}
		require.NoError(t, err, s.Name)
		_, err = experiments.Read("draft", d.YAML, ".", experiments.Options{})
		require.NoError(t, err, "%s\n%s", s.Name, d.YAML)
	}
}

func TestFaults(t *testing.T) {
	text := func(s string) *draft.File { return &draft.File{Name: "f", Path: "f", Data: []byte(s)} }
	const events, jobs = "0,add,a\n5,remove,a\n", "job_id,num_gpu,submit_time,duration\na,1,0,5\n"
	series := file(t, "testdata/prometheus.json")
	tests := []struct {
		name    string
		in      draft.Input
		message string
	}{
		{"availability as jobs", draft.Input{Jobs: text(events)}, "f: it is a trace of availability (node-events), want one of jobs; give it as --availability"},
		{"jobs as availability", draft.Input{Availability: text(jobs)}, "f: it is a trace of jobs (tiresias), want one of availability; give it as --jobs"},
		{"series as jobs", draft.Input{Jobs: series}, "prometheus.json: it has no jobs with GPUs, want a trace of jobs or manifests"},
		{"series as cluster", draft.Input{Cluster: series}, "prometheus.json: it has no nodes with GPUs and no quotas of GPUs, want the nodes of a cluster, such as kubectl get nodes -o json"},
		{"both", draft.Input{Availability: series, Held: series}, "--availability and --held: want one of them, a pool has one course of GPUs over time"},
		{"prose", draft.Input{Jobs: text("hello, world\n")}, `f:1:1: got "hello, world", want a trace in one of these formats:`},
		{"faulty row", draft.Input{Jobs: text(jobs + "b,x,0,5\n")}, `f:3:3: got "x", want num_gpu as a whole number from 0 to 1000000`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := draft.Make(tt.in)
			require.ErrorContains(t, err, tt.message)
		})
	}
}

// FuzzMake checks that what is written of hostile names and texts loads.
func FuzzMake(f *testing.F) {
	f.Add("a", "p5.48xlarge", "8", 2)
	f.Add("a: b\n#\"\x00\u2028", "{}", "1", 9)
	f.Fuzz(func(t *testing.T, name, group, gpus string, replicas int) {
		manifest := []byte(`kind: HyperPodPyTorchJob
metadata: {name: "NAME", labels: {kueue.x-k8s.io/queue-name: "NAME", kueue.x-k8s.io/priority-class: "NAME"}}
spec: {replicaSpecs: [{replicas: REPLICAS, template: {spec: {nodeSelector: {node.kubernetes.io/instance-type: "GROUP"}, containers: [{resources: {limits: {nvidia.com/gpu: GPUS}}}]}}}]}`)
		for _, r := range [][2]string{{"NAME", name}, {"GROUP", group}, {"GPUS", gpus}, {"REPLICAS", string(rune('0' + uint(replicas)%10))}} {
			manifest = bytes.ReplaceAll(manifest, []byte(r[0]), []byte(r[1]))
		}
		d, err := draft.Make(draft.Input{Jobs: &draft.File{Name: name, Path: name, Data: manifest}})
		if err != nil {
			return
		}
		_, err = experiments.Read("draft", d.YAML, ".", experiments.Options{})
		require.NoError(t, err, string(d.YAML))
	})
}
