package traces

import "slices"

// blockSize is how many jobs a block holds.
const blockSize = 4096

// jobList collects jobs in blocks, so that those there are not copied each time
// the list grows.
type jobList struct {
	full [][]Job
	last []Job
}

// add adds a job.
func (l *jobList) add(j Job) {
	if len(l.last) == blockSize {
		l.full = append(l.full, l.last)
		l.last = make([]Job, 0, blockSize)
	}
	l.last = append(l.last, j)
}

// each calls f with every job, in order.
func (l *jobList) each(f func(*Job)) {
	for _, block := range append(l.full, l.last) {
		for i := range block {
			f(&block[i])
		}
	}
}

// all returns the jobs in order.
func (l *jobList) all() []Job {
	if len(l.full) == 0 {
		return l.last
	}
	return slices.Concat(append(l.full, l.last)...)
}
