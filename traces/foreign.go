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
	switch first[0] {
	case '{', '[':
		return "JSON or a log"
	case ';':
		return "a Standard Workload Format file"
	}
	cells := strings.Split(first, ",")
	for _, f := range foreignColumns {
		if slices.Contains(cells, f.column) {
			return f.format
		}
	}
	if cells[0] == "date" && cells[len(cells)-1] == "total" {
		return "a table of daily capacity by virtual cluster"
	}
	if len(cells) == 2 && digits(strings.ReplaceAll(cells[0], ".", "")) && digits(cells[1]) {
		return "a list of times and counts"
	}
	return ""
}
