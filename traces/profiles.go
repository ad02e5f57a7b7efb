package traces

import (
	"embed"
	"io/fs"
	"strings"
)

//go:embed samples/profiles
var profileFiles embed.FS

// ProfileInfo describes a set of profiles of applications built into the program.
type ProfileInfo struct {
	Name     string // for Profiles
	Title    string
	Source   string // repository @ commit, path
	Licence  string
	Citation string
}

// ProfileSamples lists the built-in profiles by name.
func ProfileSamples() []ProfileInfo {
	const elasticFlow = "Gu et al., ASPLOS 2023"
	return []ProfileInfo{
		{
			Name: "elasticflow-a100", Title: "Throughput of seven applications on 1 to 64 A100, by batch",
			Source: "pkusys/ElasticFlow @ 57f2d97ea956bd825909f6485ca72feae2a4872d, ElasticFlow/scheduler/throughputs_A100", Licence: "Apache-2.0", Citation: elasticFlow,
		},
		{
			Name: "elasticflow-t4", Title: "Throughput of six applications on 1 to 64 T4, by batch",
			Source: "pkusys/ElasticFlow @ 57f2d97ea956bd825909f6485ca72feae2a4872d, ElasticFlow/scheduler/throughputs_T4", Licence: "Apache-2.0", Citation: elasticFlow,
		},
		{
			Name: "pollux", Title: "Step times of six applications on T4, by placement and batch, and the course of their training",
			Source:  "petuum/adaptdl @ c793c7089bd307462686339d29707925c461f9a9, simulator/traces; gzipped, and the points that its simulator interpolated",
			Licence: "Apache-2.0", Citation: "Qiao et al., OSDI 2021",
		},
	}
}

// Profiles returns the folder of a built-in set of profiles.
func Profiles(name string) (fs.FS, error) { return fs.Sub(profileFiles, "samples/profiles/"+name) }

// ProfileLicence returns the licence of a built-in set of profiles.
func ProfileLicence(name string) ([]byte, error) {
	return profileFiles.ReadFile("samples/profiles/" + name + "/LICENSE")
}

// IsTable reports whether a file of a folder of profiles is a table.
func IsTable(name string) bool {
	return strings.HasSuffix(name, ".csv") || strings.HasSuffix(name, ".csv.gz")
}
