package traces

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"rubato/internal/words"
	"rubato/simtime"
)

// Throughputs are the steps of training a second of types of jobs by their GPUs. A
// trace that gives steps gets its run times from them.
type Throughputs map[string]float64

// ReadThroughputs reads a file published with Gavel, simulation_throughputs.json:
// by GPU type, for pairs of job type and GPUs, the rate of the job alone.
func ReadThroughputs(name string, data []byte, gpuType string) (Throughputs, error) {
	r, err := open(name, strings.NewReader(string(data)), Options{})
	if err != nil {
		return nil, err
	}
	v, err := r.json().whole()
	if err != nil {
		return nil, err
	}
	var types map[string]map[string]map[string]json.RawMessage
	if err := json.Unmarshal(v.raw, &types); err != nil {
		return nil, r.fail(err.Error(), "rates by GPU type, by job type with GPUs, by the job beside it")
	}
	if types[gpuType] == nil {
		var names []string
		for n := range types {
			names = append(names, n)
		}
		best, _ := words.Nearest(gpuType, names)
		return nil, r.fail(gpuType, fmt.Sprintf("a GPU type of the file; the nearest is %q", best))
	}
	rates := make(Throughputs)
	for job, beside := range types[gpuType] {
		var rate float64
		if json.Unmarshal(beside["null"], &rate) == nil && rate > 0 {
			rates[job] = rate
		}
	}
	return rates, nil
}

// runTime returns how long a job of steps trains.
func (t Throughputs) runTime(j Job) (simtime.Duration, bool) {
	rate, ok := t[fmt.Sprintf("('%s', %d)", j.Model, j.GPUs)]
	ms := math.Round(float64(j.Steps) / rate * 1000)
	return simtime.Duration(ms), ok && ms <= float64(simtime.Longest)
}
