package report

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"rubato/sim"
)

// Report is the runs of one experiment.
type Report struct {
	Title    string
	Manifest Manifest
	// Runs are in order of the experiment: policy by policy, seed by seed.
	Runs []Run
	// Pools are the names of the cluster's pools.
	Pools []string
	// Prices are those of each pool.
	Prices []Price
	// Source is the experiment as it was written; Manifest.Settings change it.
	Source string
	// Credits are of the traces of Manifest, in the same order.
	Credits []Credit
	// Statistics says which jobs the statistics of jobs are of.
	Statistics Statistics
}

// Credit says where a trace is from and under what terms. All but Name is "" for a
// trace of the user's own.
type Credit struct {
	Name, Title, Source, Licence, Citation string
}

// Run is one run with what the report shows beside the engine's result.
type Run struct {
	// Label is the policy's label in the experiment.
	Label string
	// Variant is the point of a sweep, axis by axis; empty without a sweep. Means
	// are over the runs of one label and variant.
	Variant map[string]string
	// Prices are those of the point; nil stands for the report's.
	Prices []Price
	Result *sim.Result
	// summed is the summary of a run that has let go of its jobs, with left and digest.
	summed *summary
	left   []bool // by pool: whether it ended with jobs that had not
	digest string // of the result with its jobs
	// Timeline is what the GPUs did over time; nil if it was not recorded.
	Timeline *Timeline
	// Log is what happened to the jobs; nil if it was not recorded.
	Log *Log
}

// Manifest says what the results were made from.
type Manifest struct {
	Version    string `json:"version"`
	Experiment string `json:"experiment"`
	// ScenarioSHA256 is the hash of all that determines the results.
	ScenarioSHA256 string   `json:"scenario_sha256"`
	Origin         string   `json:"origin,omitempty"`
	Traces         []Trace  `json:"traces"`
	Seeds          []uint64 `json:"seeds"`
	// Settings are the values given on the command line, in order.
	Settings []string `json:"settings"`
	// Clairvoyant are the labels of the policies that were told true run
	// times.
	Clairvoyant []string `json:"clairvoyant"`
	// RunsSHA256 is the digest of the runs as written.
	RunsSHA256 string `json:"runs_sha256"`
	// Points are those of a sweep, or the one of an experiment without.
	Points []Point `json:"points"`
}

// Point says which runs may be compared with which.
type Point struct {
	// Variant is where the point is, axis by axis.
	Variant map[string]string `json:"variant"`
	// ScenarioSHA256 is the hash of all that runs at the point have in common, but
	// for the seed. Runs of results with the same one are pairs, seed by seed.
	ScenarioSHA256 string `json:"scenario_sha256"`
	// Policies are the hashes of the policies with their parameters, by label.
	Policies map[string]string `json:"policies_sha256"`
}

// Trace is a trace that an experiment replays.
type Trace struct {
	Name   string `json:"name"`
	Format string `json:"format"`
	SHA256 string `json:"sha256"`
	Rows   int    `json:"rows"`
	// Options are those that bent the reading, such as gap=5m0s.
	Options []string `json:"options"`
	Skipped []Skip   `json:"skipped"`
}

// Skip counts rows that were left out for a reason.
type Skip struct {
	Reason string `json:"reason"`
	Count  int    `json:"count"`
}

// name tells a policy from the others, and in a sweep a point from the others:
// the label with what varies, in order of the axes' names.
func (r *Run) name() string {
	name := r.Label
	if v := r.Point(); v != "" {
		name += " " + v
	}
	return name
}

// Point is the point of a sweep as axis=value, apart by blanks.
func (r *Run) Point() string { return pointText(r.Variant) }

func pointText(variant map[string]string) string {
	var out []string
	for _, axis := range slices.Sorted(maps.Keys(variant)) {
		out = append(out, axis+"="+variant[axis])
	}
	return strings.Join(out, " ")
}

// labels returns the names of the policies, or of a sweep's points, in order.
func (r *Report) labels() []string {
	var out []string
	seen := map[string]bool{}
	for i := range r.Runs {
		if l := r.Runs[i].name(); !seen[l] {
			seen[l] = true
			out = append(out, l)
		}
	}
	return out
}

// byLabel returns the runs of one of the labels: one a seed.
func (r *Report) byLabel(label string) []*Run {
	var out []*Run
	for i := range r.Runs {
		if r.Runs[i].name() == label {
			out = append(out, &r.Runs[i])
		}
	}
	return out
}

// pool is the name of a pool, or its index if there is none.
func (r *Report) pool(i int) string {
	if i < len(r.Pools) {
		return r.Pools[i]
	}
	return strconv.Itoa(i)
}
