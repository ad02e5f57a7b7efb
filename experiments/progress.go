package experiments

import (
	"sync"

	"rubato/simtime"
)

// progress adds up the progress of runs.
type progress struct {
	mu   sync.Mutex
	now  Progress
	tell func(Progress)
}

// expect adds a run of so many jobs, which may be stored already.
func (p *progress) expect(jobs int, stored bool) {
	p.now.AllRuns++
	if stored {
		p.now.Stored++
	} else {
		p.now.AllJobs += jobs
	}
}

// observer returns a function for one run.
func (p *progress) observer() func(simtime.Time, int, int) {
	mine := 0
	return func(_ simtime.Time, ended, _ int) {
		p.change(func() {
			p.now.Jobs += ended - mine
			mine = ended
		})
	}
}

// done notes that a run has ended, or was found in the store.
func (p *progress) done() { p.change(func() { p.now.Runs++ }) }

func (p *progress) damaged(jobs int) {
	p.change(func() {
		p.now.Stored--
		p.now.Damaged++
		p.now.AllJobs += jobs
	})
}

func (p *progress) change(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f()
	if p.tell != nil {
		p.tell(p.now)
	}
}

func (p *progress) runs() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.now.Runs
}
