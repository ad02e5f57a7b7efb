package traces

import (
	"embed"
	"fmt"
	"strings"

	"rubato/internal/words"
)

//go:embed samples/bamboo samples/philly samples/pollux samples/tiresias
var sampleFiles embed.FS

// SampleInfo describes a trace built into the program.
type SampleInfo struct {
	Name         string // for Sample
	Format       string
	Title        string
	Source       string // repository @ commit, path
	Licence      string
	LicenceFiles []string // texts that go with it, also read by Sample
	Citation     string
}

// Samples lists the built-in traces by name.
func Samples() []SampleInfo {
	return []SampleInfo{
		{
			Name: "bamboo/gcloud/a100x1-east1b.txt", Format: FormatCounts,
			Title:   "Google Cloud A100 spot instances in us-east1-b, 27 hours, target 64",
			Source:  bambooRepo + ", traces/gcloud/a100x1-east1b.txt",
			Licence: "MIT", LicenceFiles: []string{"bamboo/LICENSE"}, Citation: bambooCitation,
		},
		{
			Name: "bamboo/p3-trace.csv", Format: FormatNodeEvents,
			Title:   "AWS p3 (V100) spot instances, 177 nodes, 11.4 hours",
			Source:  bambooRepo + ", traces/p3-trace.csv",
			Licence: "MIT", LicenceFiles: []string{"bamboo/LICENSE"}, Citation: bambooCitation,
		},
		{
			Name: "philly/ee9e8c.csv.gz", Format: FormatPollux,
			Title: "Microsoft Philly, the 1,511 jobs of virtual cluster ee9e8c",
			Source: "petuum/adaptdl @ c793c7089bd307462686339d29707925c461f9a9, " +
				"simulator/traces/philly.csv, cut to one cluster",
			Licence: "Apache-2.0 (file), CC BY 4.0 (data)",
			LicenceFiles: []string{"philly/NOTICE", "philly/LICENSE.adaptdl.Apache-2.0",
				"philly/LICENSE.philly.CC-BY-4.0"},
			Citation: "Jeon et al., USENIX ATC 2019 (trace); Qiao et al., OSDI 2021 (this form of it)",
		},
		{
			Name: "pollux/workload-6.csv", Format: FormatWorkload,
			Title: "Pollux' workload 6, 160 jobs in 8 hours, with applications instead of run times",
			Source: "petuum/adaptdl @ c793c7089bd307462686339d29707925c461f9a9, " +
				"simulator/workloads/workload-6.csv",
			Licence: "Apache-2.0", LicenceFiles: []string{"philly/LICENSE.adaptdl.Apache-2.0"},
			Citation: "Qiao et al., OSDI 2021",
		},
		{
			Name: "tiresias/60_job.csv", Format: FormatTiresias,
			Title: "Tiresias test-bed workload, 60 jobs",
			Source: "SymbioticLab/Tiresias @ 959f9b08f44fa1b4f2b3aed79b01e4d439264a94, " +
				"simulator/60_job.csv",
			Licence: "Apache-2.0", LicenceFiles: []string{"tiresias/LICENSE"},
			Citation: "Gu et al., NSDI 2019",
		},
	}
}

const (
	bambooRepo     = "uclasystem/bamboo @ 80809293289419d40a870b4a9ccb8df0082ce3fb"
	bambooCitation = "Thorpe et al., NSDI 2023"
)

// Sample returns a built-in trace, or one of its licence files, by name.
func Sample(name string) ([]byte, error) {
	var names, files []string
	for _, s := range Samples() {
		names = append(names, s.Name)
		files = append(files, s.LicenceFiles...)
	}
	for _, n := range append(files, names...) {
		if n == name {
			return sampleFiles.ReadFile("samples/" + name)
		}
	}
	best, _ := words.Nearest(name, names)
	return nil, fmt.Errorf("no sample %q; the nearest is %q, and the samples are %s",
		shorten(name), best, strings.Join(names, ", "))
}
