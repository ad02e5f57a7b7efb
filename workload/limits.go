package workload

import "rubato/simtime"

// Limits end a job, which fails, when something takes too long; zero sets no limit.
// They are activeDeadlineSeconds, startupDeadlineSeconds and faultDeadlineSeconds of
// a HyperPodPyTorchJob.
type Limits struct {
	// Active is from the first start on, Startup for each start until the job trains,
	// Fault for each time that it has lost GPUs, or hangs, until it restarts.
	Active, Startup, Fault simtime.Duration
}

// Timeouts are a job's own times for changes of its size, nil where those of the
// policy hold.
type Timeouts struct {
	// Graceful is how long the save may take, Scaling how long GPUs are held for
	// more to join, Faulty how long lost GPUs are waited for, Snooze how long the job
	// does not grow after a restart.
	Graceful, Scaling, Faulty, Snooze *simtime.Duration
}
