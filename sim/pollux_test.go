package sim_test

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/cluster"
	"rubato/policy"
	"rubato/sim"
	"rubato/simtime"
	"rubato/traces"
	"rubato/workload"
)

const shared = "../../shared"

// polluxPublished are the profiles of Pollux, with the points that its simulator
// interpolated.
func polluxPublished(t *testing.T) map[string]*workload.Application {
	dir := shared + "/traces/pollux-profiles"
	if _, err := os.Stat(dir); err != nil {
		t.Skip("needs the profiles of Pollux in", dir)
	}
	applications := make(map[string]*workload.Application)
	for _, name := range []string{"bert", "cifar10", "deepspeech2", "imagenet", "ncf", "yolov3"} {
		files, err := filepath.Glob(filepath.Join(dir, name, "*.csv"))
		require.NoError(t, err)
		tables := make(traces.PolluxTables)
		for _, f := range files {
			data, err := os.ReadFile(f)
			require.NoError(t, err)
			tables[filepath.Base(f)] = data
		}
		applications[name], err = traces.ReadPolluxProfile(name, name+"/", tables)
		require.NoError(t, err)
	}
	data, err := os.ReadFile(filepath.Join(dir, "throughput-points.csv"))
	require.NoError(t, err)
	require.NoError(t, traces.ReadPolluxPoints("throughput-points.csv", data, applications))
	return applications
}

// rows reads a table with a header.
func rows(t *testing.T, path string) [][]string {
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	all, err := csv.NewReader(f).ReadAll()
	require.NoError(t, err)
	return all[1:]
}

func whole(t *testing.T, text string) int {
	n, err := strconv.Atoi(text)
	require.NoError(t, err)
	return n
}

// polluxWorkload is a workload of Pollux on its cluster.
func polluxWorkload(t *testing.T, number int, rigid bool) *sim.Scenario {
	applications := polluxPublished(t)
	sc := &sim.Scenario{Pools: []cluster.Pool{{Name: "t4", Nodes: 16, GPUsPerNode: 4}}, Placement: sim.Placement{Rule: cluster.Emptiest}, Seed: 1}
	restart := workload.Restart{}
	restart.Costs[workload.ProcessStart] = workload.Constant(30 * simtime.Second)
	for _, r := range rows(t, fmt.Sprintf("%s/traces/philly/pollux-osdi21/workloads/workload-%d.csv", shared, number)) {
		requested := whole(t, r[3])
		m, err := workload.Measure(applications[r[2]], whole(t, r[4]), 4, true)
		require.NoError(t, err)
		p := &workload.Profile{ReplicaGPUs: 1, Scaling: m, Room: workload.Room{GPUsPerNode: 4}, Restart: restart}
		j := workload.Job{ID: r[0], Submit: simtime.Time(whole(t, r[1])) * simtime.Time(simtime.Second), Requested: requested, Sizes: workload.Fixed(requested), Profile: p, Work: m.Total()}
		if !rigid {
			j.Sizes, err = workload.Steps(1, max(requested, m.Largest()), 1)
			require.NoError(t, err)
		}
		sc.Jobs = append(sc.Jobs, j)
	}
	slices.SortStableFunc(sc.Jobs, func(a, b workload.Job) int { return int(a.Submit - b.Submit) })
	return sc
}

// TestPolluxSimulator has each job of four workloads end when it does in the simulator of
// Pollux.
func TestPolluxSimulator(t *testing.T) {
	for _, number := range []int{1, 2, 3, 6} {
		for _, name := range []string{"tiresias", "optimus"} {
			t.Run(fmt.Sprint(name, "/workload-", number), func(t *testing.T) {
				sc := polluxWorkload(t, number, name == "tiresias")
				entry, err := policy.Lookup(name)
				require.NoError(t, err)
				p := entry.New()
				if o, ok := p.(*policy.Optimus); ok {
					o.Every, o.Artifact = simtime.Minute, true
				}
				r := simulate(t, sc, p, nil)
				ends := make(map[string]*sim.JobResult)
				for i := range r.Jobs {
					ends[r.Jobs[i].ID] = &r.Jobs[i]
				}
				differ := 0
				for _, row := range rows(t, fmt.Sprintf("%s/oracles/pollux-simulator/%s-workload-%d.csv", shared, name, number)) {
					j := ends[row[0]]
					if want := simtime.Time(whole(t, row[4])) * simtime.Time(simtime.Second); j.End != want {
						if differ++; differ <= 5 {
							t.Logf("%s ended at %v, published %v, first start %v, published %s", row[0], j.End, want, j.FirstStart, row[3])
						}
					}
				}
				require.Zero(t, differ)
			})
		}
	}
}
