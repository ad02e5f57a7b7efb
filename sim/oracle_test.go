package sim_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"

	"rubato/sim"
)

// oracle is an entry of the shared list of exact answers.
type oracle struct {
	ID       string
	Expected struct {
		FinishS  *float64         `yaml:"finish_s"`
		FinishMS *int64           `yaml:"finish_ms"`
		Ledger   map[string]int64 `yaml:"ledger_gpu_s"`
		Capacity float64          `yaml:"capacity_gpu_s"`
	}
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
	require.NoError(t, yaml.NewDecoder(bytes.NewReader(data)).Decode(&all))
	compared := 0
	for _, o := range all {
		path := filepath.Join("testdata/stories", o.ID+".txt")
		if _, err := os.Stat(path); err == nil {
			compared++
			t.Run(o.ID, func(t *testing.T) { compare(t, o, retell(t, path)) })
		}
	}
	require.Equal(t, 11, compared)
}

// retell runs a story and returns the result of its run.
func retell(t *testing.T, path string) *sim.Result {
	s := &story{}
	datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string { return s.command(t, d) })
	require.NotNil(t, s.last)
	return s.last
}

func compare(t *testing.T, o oracle, r *sim.Result) {
	if o.Expected.FinishMS != nil {
		require.EqualValues(t, *o.Expected.FinishMS, r.End)
		return
	}
	require.Equal(t, *o.Expected.FinishS*1000, float64(r.End))
	require.Equal(t, o.Expected.Capacity*1000, float64(r.Spent.Capacity()))
	for s, v := range r.Spent {
		if st := sim.GPUState(s); st != sim.Down {
			require.Equal(t, 1000*o.Expected.Ledger[st.String()], v, st)
		}
	}
}
