package policy

// answerLosses restarts jobs that lost GPUs, or are about to, with what they can
// have at once.
func (r *sharing) answerLosses() {
	for i := range r.jobs {
		s := &r.jobs[i]
		j := s.job
		if j.Phase != Faulted && (j.Doomed == 0 || j.Phase == Queued) {
			continue
		}
		r.resize(j, min(r.possible(j), s.size))
	}
}

// possible returns the greatest size that a job can have at once. One that lost GPUs
// that nobody has noticed has less than its size.
func (r *sharing) possible(j *Job) int {
	return j.Sizes.Floor((j.Active - j.Doomed + j.Held + r.plan.Free(j.Pool)) / j.ReplicaGPUs)
}

func (r *sharing) resize(j *Job, size int) {
	if size == 0 {
		r.plan.Stop(j, r.Grace)
	} else {
		r.plan.Resize(j, size, r.Grace)
	}
	r.coming = r.coming || j.GPUs(size) < j.Active+j.Held
}

// shrink makes jobs smaller that have more than their share.
func (r *sharing) shrink() {
	for i := range r.jobs {
		s := &r.jobs[i]
		if s.job.Phase != Queued && s.size < s.job.Size && !r.plan.Planned(s.job) {
			r.resize(s.job, min(r.possible(s.job), s.size))
		}
	}
}

// start starts queued jobs at their share or, if nothing more is to come, at what
// there is.
func (r *sharing) start() {
	for i := range r.jobs {
		s := &r.jobs[i]
		if s.job.Phase != Queued {
			continue
		}
		if size := r.affordable(s, 0); size > 0 {
			r.plan.Start(s.job, size)
		}
	}
}

// grow makes jobs larger that have less than their share.
func (r *sharing) grow() {
	for i := range r.jobs {
		s := &r.jobs[i]
		j := s.job
		if !j.Computing() || s.size <= j.Size || j.Doomed > 0 || r.plan.Planned(j) {
			continue
		}
		if at := j.GrowsAt(r.state.Now); at > r.state.Now {
			r.plan.Wake(at)
			continue
		}
		if size := r.affordable(s, j.Active+j.Held); size > j.Size {
			r.plan.Resize(j, size, r.Grace)
		}
	}
}

// affordable returns the size at which a job that has some GPUs can be now, 0 if it
// had better wait.
func (r *sharing) affordable(s *share, have int) int {
	have += r.plan.Free(s.job.Pool)
	if s.gpus() <= have {
		return s.size
	}
	if r.coming {
		return 0
	}
	return s.job.Sizes.Floor(have / s.job.ReplicaGPUs)
}
