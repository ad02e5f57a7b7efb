package site

import "strings"

// instanceFamilies are GPU instances of AWS: the GPUs of each size, and their type.
var instanceFamilies = map[string]struct {
	gpuType string
	gpus    map[string]int
}{
	"p3":      {"V100", map[string]int{"2xlarge": 1, "8xlarge": 4, "16xlarge": 8}},
	"p3dn":    {"V100", map[string]int{"24xlarge": 8}},
	"p4d":     {"A100", map[string]int{"24xlarge": 8}},
	"p4de":    {"A100", map[string]int{"24xlarge": 8}},
	"p5":      {"H100", map[string]int{"4xlarge": 1, "48xlarge": 8}},
	"p5e":     {"H200", map[string]int{"48xlarge": 8}},
	"p5en":    {"H200", map[string]int{"48xlarge": 8}},
	"p6-b200": {"B200", map[string]int{"48xlarge": 8}},
	"g5":      {"A10G", smallInstances},
	"g6":      {"L4", smallInstances},
	"g6e":     {"L40S", smallInstances},
}

// smallInstances are the sizes of the g families.
var smallInstances = map[string]int{"xlarge": 1, "2xlarge": 1, "4xlarge": 1, "8xlarge": 1, "16xlarge": 1,
	"12xlarge": 4, "24xlarge": 4, "48xlarge": 8}

// Instance returns the GPUs of an instance type of AWS, such as ml.p5.48xlarge,
// and their type; ok is false for one that is not known.
func Instance(name string) (gpus int, gpuType string, ok bool) {
	family, size, _ := strings.Cut(strings.TrimPrefix(name, "ml."), ".")
	f, ok := instanceFamilies[family]
	gpus, known := f.gpus[size]
	return gpus, f.gpuType, ok && known
}

// unknownInstanceGPUs are the GPUs of an accelerated instance that is not in the
// table: most of the newer ones have so many.
const unknownInstanceGPUs = 8

// acceleratedInstance reports whether a type is of a family with GPUs or Trainium.
func acceleratedInstance(name string) bool {
	name = strings.TrimPrefix(name, "ml.")
	return strings.HasPrefix(name, "p") || strings.HasPrefix(name, "g") || strings.HasPrefix(name, "trn")
}
