package check

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"

	"rubato/compare"
	"rubato/experiments"
	"rubato/report"
)

// measured is what a case gives now.
type measured struct {
	input    string
	policies []policyFigures
	speed    float64 // 0 where it is not measured
}

// policyFigures are of a policy at a point of a sweep.
type policyFigures struct {
	name      string
	behaviour string
	figures   [compare.NumMetrics]float64
}

// measure runs a case.
func (c *testCase) measure(ctx context.Context, clock func() float64) (*measured, error) {
	rep, err := c.experiment.Run(ctx, experiments.RunOptions{})
	if err != nil {
		return nil, err
	}
	out := &measured{input: shortened(rep.Manifest.ScenarioSHA256)}
	if out.policies, err = figuresOf(rep); err != nil || c.speed.ignored {
		return out, err
	}
	once := func() error {
		_, err := c.experiment.Run(ctx, experiments.RunOptions{Parallel: 1})
		return err
	}
	slow := func(speed float64) bool {
		return c.recorded != nil && c.recorded.Speed > 0 && speed > c.recorded.Speed && c.speed.exceeded(c.recorded.Speed, speed)
	}
	out.speed, err = speedOf(once, slow, clock)
	return out, err
}

// shortened is enough of a hash to tell what differs.
func shortened(hash string) string { return hash[:32] }

// figuresOf sums a report up by policy and point: the digest of the digests of its
// runs, the means of their figures.
func figuresOf(rep *report.Report) ([]policyFigures, error) {
	runs, err := rep.Figures()
	if err != nil {
		return nil, err
	}
	var out []policyFigures
	places := make(map[string]int)
	digests, seeds := []string(nil), []float64(nil)
	for i := range runs {
		name := runs[i].Policy
		if at := rep.Runs[i].Point(); at != "" {
			name += " " + at
		}
		k, seen := places[name]
		if !seen {
			k = len(out)
			places[name] = k
			out, digests, seeds = append(out, policyFigures{name: name}), append(digests, ""), append(seeds, 0)
		}
		digests[k] += fmt.Sprintln(runs[i].Seed, rep.Runs[i].Digest())
		seeds[k]++
		for m, v := range runs[i].Values {
			out[k].figures[m] += v
		}
	}
	for k := range out {
		sum := sha256.Sum256([]byte(digests[k]))
		out[k].behaviour = shortened(hex.EncodeToString(sum[:]))
		for m := range out[k].figures {
			out[k].figures[m] = rounded(out[k].figures[m] / seeds[k])
		}
	}
	return out, nil
}

// rounded leaves six decimals, a few milliseconds of a GPU-hour: what people can read
// in a diff.
func rounded(v float64) float64 { return math.Round(v*1e6) / 1e6 }
