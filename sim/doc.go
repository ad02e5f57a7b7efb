// Package sim is the engine: a virtual clock, an event queue, the life of jobs
// and an exact account of every GPU-millisecond.
//
// # Order of events
//
// Events are ordered by time, then by class, then by the order in which they
// were scheduled. The classes at one instant: a job ends; a job's phase, or a part
// of it, ends (start, load, save, drain, hang); a segment of its course ends; the grace of a drain ends; a copy in
// the background is complete; one of a job's limits is reached; capacity comes; capacity goes; an incident (a crash,
// a node that slows down); notice of a loss; the scenario's end; a job arrives; a
// job is cancelled; the policy's timer.
// Then there is one scheduling round; after it end the segments of courses that were
// rounded down to this instant. A span of time excludes its end: what a
// job completes at an instant is complete before a GPU is taken at that
// instant, so a save that takes exactly as long as the notice is in time.
//
// A plan can free GPUs at once (a stopped job with nothing to save); then there
// is another round at the same instant.
//
// # Life of a job
//
//	pending → queued → starting → restoring → training ⇄ saving
//	training, saving → draining → starting (resized) or queued (stopped)
//	starting … draining → faulted → starting or queued (GPUs lost)
//	starting … draining → starting (a process died)
//	both by way of hung, if it takes a time until someone notices
//	training → done; any → failed or cancelled; queued → refused
//
// A job that is told to change size or to stop saves first, if it has trained
// since its last checkpoint; told so in the middle of a periodic save, it ends
// that save instead. A copy that is being written in the background is given up for
// one of the present state, unless there is no difference. Only a job that has a
// checkpoint loads one.
//
// A job that fails goes back to the newest checkpoint that is left: the one in the
// memory of its nodes, if of each node's part a copy is left, or the one in the
// storage. GPUs that go with all that a job had take it to the queue at once; else
// what is left of it hangs until the failure is detected.
//
// # Speed
//
// A job's speed follows from the shape in which it lies when it starts to train, and
// from the slowest of its nodes at each instant. That of a job which follows a course
// also changes from one segment of its training to the next.
//
// # Storage
//
// Transfers of an instant share the storage max-min fair, each at most as fast as
// its job's nodes. A job's bytes are written, or read, after the fixed part of the
// save, or of the load.
package sim
