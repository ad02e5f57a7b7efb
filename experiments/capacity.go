package experiments

import "rubato/cluster"

// greatestCapacity returns the most GPUs that each pool ever has for jobs.
func greatestCapacity(pools []cluster.Pool, a cluster.Availability) []int {
	greatest := make([]int, len(pools))
	for i := range pools {
		there, external := a.Initial[i], 0
		changes := a.Changes
		for k, c := range changes {
			if k == 0 && c.At > 0 {
				greatest[i] = max(greatest[i], there)
			}
			if c.Pool == i && c.Cause == cluster.External {
				external -= c.Delta
			} else if c.Pool == i {
				there += c.Delta
			}
			if k+1 == len(changes) || changes[k+1].At > c.At {
				greatest[i] = max(greatest[i], there-external)
			}
		}
		if len(changes) == 0 {
			greatest[i] = there
		}
		greatest[i] = min(greatest[i], (pools[i].Nodes-pools[i].Spares)*pools[i].GPUsPerNode)
	}
	return greatest
}
