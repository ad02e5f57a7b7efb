package traces

import (
	"regexp"
	"strings"
)

// migType matches the types that Slurm gives to slices of a GPU (MIG), such as
// a100_1g.5gb.
var migType = regexp.MustCompile(`(^|[_.-])[1-9]g\.[0-9]+gb`)

// readTRES reads the whole GPUs in a list of trackable resources such as
// cpu=64,gres/gpu:h100=8,gres/gpu=8,node=1. A cluster may track GPUs in all, by
// type or both ways; the entry without a type counts all of them, so that the
// typed ones are not added to it. Slices of GPUs, and shares of them by
// gres/shard and gres/mps, are no whole GPUs.
func (rec *sacctRecord) readTRES(f field) *Error {
	if !strings.Contains(f.text, "gres/") {
		return nil
	}
	var types, all, typed, parts int64
	all = -1
	at := 0
	for entry := range strings.SplitSeq(f.text, ",") {
		name, count, _ := strings.Cut(entry, "=")
		kind, gpuType, hasType := strings.Cut(name, ":")
		item := field{f.name, count, f.line, f.col + at + len(name) + 1}
		at += len(entry) + 1
		rec.shares = rec.shares || kind == "gres/shard" || kind == "gres/mps"
		if kind != "gres/gpu" {
			continue
		}
		n, err := item.whole(0, maxUnits)
		switch {
		case err != nil:
			return err
		case !hasType:
			all = n
		case migType.MatchString(gpuType):
			parts += n
		default:
			typed += n
			types++
			rec.gpuType = gpuType
		}
	}
	if all >= 0 && all < typed+parts {
		return f.fault("a list whose gres/gpu is at least the sum of its types")
	}
	rec.gpus = int(max(typed, all-parts))
	rec.shares = rec.shares || parts > 0
	if types > 1 || int64(rec.gpus) != typed {
		rec.gpuType = ""
	}
	return nil
}
