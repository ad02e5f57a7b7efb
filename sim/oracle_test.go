package sim_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"

	"rubato/sim"
	"rubato/simtime"
)

// oracle is an entry of the shared list of exact answers.
type oracle struct {
	ID       string
	Expected struct {
		FinishS  *float64         `yaml:"finish_s"`
		FinishMS *int64           `yaml:"finish_ms"`
		Ledger   map[string]int64 `yaml:"ledger_gpu_s"`
		Capacity float64          `yaml:"capacity_gpu_s"`

		FIFO, EASY *schedule
		FirstFit   *schedule `yaml:"first_fit"`
		SRTFFinish []float64 `yaml:"srtf_finish_h"`
		Tasks      map[string]int
		Finish     map[string]float64 `yaml:"finish_h"`
		Start      []float64          `yaml:"start_h"`
		Blocked    float64            `yaml:"idle_blocked_gpu_h"`
		Unused     *float64           `yaml:"idle_unused_gpu_h_per_day"`
	}
}

// schedule is when jobs start and finish, in hours.
type schedule struct {
	Start  []float64 `yaml:"start_h"`
	Finish []float64 `yaml:"finish_h"`
}

// TestOracles compares the stories that have the name of an oracle with its
// answer, which was worked out by hand without this program.
func TestOracles(t *testing.T) {
	data, err := os.ReadFile("../../shared/oracles/analytic.yaml")
	if os.IsNotExist(err) {
		t.Skip("../shared/oracles is not beside the repository")
	}
	require.NoError(t, err)
	var all []oracle
	require.NoError(t, yaml.Unmarshal(data, &all))
	compared := 0
	for _, o := range all {
		path := filepath.Join("testdata/stories", o.ID+".txt")
		if _, err := os.Stat(path); err == nil {
			compared++
			t.Run(o.ID, func(t *testing.T) { compare(t, o, retell(t, path)) })
		}
	}
	require.Equal(t, 20, compared)
}

// retell runs a story and returns the results of its runs by policy.
func retell(t *testing.T, path string) map[string]*sim.Result {
	s := &story{}
	datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string { return s.command(t, d) })
	require.NotEmpty(t, s.results)
	return s.results
}

func compare(t *testing.T, o oracle, results map[string]*sim.Result) {
	e := o.Expected
	for name, want := range map[string]*schedule{"fifo": e.FIFO, "easy": e.EASY, "first-fit": e.FirstFit} {
		if want != nil {
			compareSchedule(t, *want, results[name])
		}
	}
	if e.SRTFFinish != nil {
		compareSchedule(t, schedule{Finish: e.SRTFFinish}, results["srtf"])
	}
	for _, r := range results {
		switch {
		case e.Start != nil:
			compareSchedule(t, schedule{Start: e.Start}, r)
			require.Equal(t, e.Blocked, simtime.Duration(r.Spent[sim.IdleBlocked]).Hours())
			require.Equal(t, r.Spent[sim.IdleBlocked], r.Fragmented)
		case e.Finish != nil:
			for _, j := range r.Jobs {
				require.Equal(t, e.Finish[j.ID], simtime.Duration(j.End).Hours(), j.ID)
			}
		case e.Unused != nil:
			require.Equal(t, *e.Unused, simtime.Duration(r.Spent[sim.IdleUnused]).Hours())
		case e.Tasks != nil:
			require.Equal(t, e.Tasks, startedAtOnce(r))
		case e.FinishMS != nil:
			require.EqualValues(t, *e.FinishMS, r.End)
		case e.FinishS != nil:
			compareLedger(t, o, r)
		}
	}
}

func compareSchedule(t *testing.T, want schedule, r *sim.Result) {
	for i, j := range r.Jobs {
		if want.Start != nil {
			require.Equal(t, want.Start[i], simtime.Duration(j.FirstStart).Hours(), "%s: start of %s", r.Policy, j.ID)
		}
		if want.Finish != nil {
			require.Equal(t, want.Finish[i], simtime.Duration(j.End).Hours(), "%s: finish of %s", r.Policy, j.ID)
		}
	}
}

// startedAtOnce counts the jobs of each team that start at time 0.
func startedAtOnce(r *sim.Result) map[string]int {
	n := map[string]int{}
	for _, j := range r.Jobs {
		if j.FirstStart == 0 {
			n[j.Team]++
		}
	}
	return n
}

func compareLedger(t *testing.T, o oracle, r *sim.Result) {
	require.Equal(t, *o.Expected.FinishS*1000, float64(r.End))
	require.Equal(t, o.Expected.Capacity*1000, float64(r.Spent.Capacity()))
	for s, v := range r.Spent {
		if st := sim.GPUState(s); st != sim.Down {
			require.Equal(t, 1000*o.Expected.Ledger[st.String()], v, st)
		}
	}
}
