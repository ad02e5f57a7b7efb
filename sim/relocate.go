package sim

// relocate moves a job that holds no GPU to another of its pools, within a change:
// what it trained in the one that it leaves is never rolled back.
func (e *engine) relocate(j *job, pool int) {
	if j.Pool == pool {
		return
	}
	e.chargeOverhead(j)
	e.takeOut(j)
	j.Job.Job = j.Home.In(pool)
}
