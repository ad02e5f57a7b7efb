package traces

import (
	"slices"
	"strings"
)

// foreignColumns are header columns that only files not read here have.
var foreignColumns = []struct{ column, format string }{
	{"gpu_milli", "an openb pod list with other columns"},
	{"sn", "an openb node list: machines, not jobs or availability"},
	{"machineId", "a list of Philly's machines, not jobs or availability"},
	{"num_gpu_p_node", "a Tiresias cluster, not jobs or availability"},
}

// foreign names the known format, not read by this package, that a file with
// this first line has, or "".
func foreign(first string) string {
	if strings.Count(first, "\t") == 11 {
		return "a Shockwave trace (12 tab-separated fields)"
	}
	cells := strings.Split(first, ",")
	for _, f := range foreignColumns {
		if slices.Contains(cells, f.column) {
			return f.format
		}
	}
	return ""
}
