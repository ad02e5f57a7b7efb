package policy

// BySubmission orders jobs by submission, ties by their place in the workload.
func BySubmission(a, b *Job) bool { return a.Index < b.Index }

// ByPriority orders jobs by priority, highest first, then by submission.
func ByPriority(a, b *Job) bool {
	if a.Priority != b.Priority {
		return a.Priority > b.Priority
	}
	return a.Index < b.Index
}

// BySurge orders jobs by the priority of their GPUs beyond the least size, highest
// first, then by submission.
func BySurge(a, b *Job) bool {
	if pa, pb := a.SurgesAt(), b.SurgesAt(); pa != pb {
		return pa > pb
	}
	return a.Index < b.Index
}

// ByExpendability orders running jobs as victims: lowest priority first, then
// the latest to start, then the latest submitted.
func ByExpendability(a, b *Job) bool {
	switch {
	case a.Priority != b.Priority:
		return a.Priority < b.Priority
	case a.StartedAt != b.StartedAt:
		return a.StartedAt > b.StartedAt
	}
	return a.Index > b.Index
}
