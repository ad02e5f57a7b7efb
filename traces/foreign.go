package traces

import (
	"slices"
	"strings"
)

// foreignColumns are header columns that only formats not read here have.
var foreignColumns = []struct{ column, format string }{
	{"ddl", "an ElasticFlow job trace"},
	{"expect_time_list", "a Chronus job trace"},
	{"application", "a Pollux or Sia workload (it has no durations)"},
	{"cpu_milli", "an openb pod or node list"},
	{"chip_type", "a fleetsim job trace"},
	{"gpu_num", "a Helios or Acme job log"},
	{"worker_num", "an Alibaba 2026 job list"},
}

// foreign names the known format, not read by this package, that a file with
// this first line has, or "".
func foreign(first string) string {
	switch strings.Count(first, "\t") + 1 {
	case 7:
		return "a Gavel trace (7 tab-separated fields)"
	case 12:
		return "a Shockwave trace (12 tab-separated fields)"
	}
	if first[0] == ';' {
		return "a Standard Workload Format file"
	}
	cells := strings.Split(first, ",")
	for _, f := range foreignColumns {
		if slices.Contains(cells, f.column) {
			return f.format
		}
	}
	return ""
}
