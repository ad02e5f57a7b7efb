package site

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// migType matches the types of slices of GPUs (MIG), such as a100_1g.5gb.
var migType = regexp.MustCompile(`(^|[_.-])[1-9]g\.[0-9]+gb`)

// gresGPUs reads the GPUs of a node in Slurm's form: gpu:h100:8(S:0-1), gpu:8,
// several with commas, (null). parts says that it has slices or shares of GPUs,
// which do not count.
func gresGPUs(text string) (gpus int, gpuType string, parts bool, err error) {
	for _, item := range splitGres(text) {
		item, _, _ = strings.Cut(item, "(")
		fields := strings.Split(strings.TrimPrefix(item, "gres/"), ":")
		switch fields[0] {
		case "shard", "mps":
			parts = true
			continue
		case "gpu":
		default:
			continue
		}
		n, bad := strconv.Atoi(fields[len(fields)-1])
		if bad != nil || len(fields) < 2 || n < 0 || gpus+n > maxCount {
			return 0, "", false, fmt.Errorf("a list of resources such as gpu:h100:8(S:0-1) or (null)")
		}
		if len(fields) > 2 && migType.MatchString(fields[1]) {
			parts = true
			continue
		}
		if gpus += n; len(fields) > 2 {
			gpuType = strings.TrimPrefix(gpuType+"+"+fields[1], "+")
		}
	}
	return gpus, gpuType, parts, nil
}

// splitGres splits at commas that are not in brackets.
func splitGres(text string) []string {
	depth := 0
	return strings.FieldsFunc(text, func(c rune) bool {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		}
		return c == ',' && depth <= 0
	})
}

// downStates are the beginnings of states in which a node runs no jobs.
var downStates = []string{"down", "drain", "drng", "fail", "maint", "inval", "unk", "future", "not_resp", "error", "powering_down"}

// slurmAway reports whether a node in a state such as IDLE+DRAIN, or "drained*",
// runs no new jobs.
func slurmAway(state string) bool {
	for part := range strings.SplitSeq(strings.ToLower(state), "+") {
		for _, d := range downStates {
			if strings.HasPrefix(part, d) || strings.HasSuffix(part, "*") {
				return true
			}
		}
	}
	return false
}
