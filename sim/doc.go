// Package sim is the engine: a virtual clock, an event queue, the life of jobs
// and an exact account of every GPU-millisecond.
//
// # Order of events
//
// Events are ordered by time, then by class, then by the order in which they
// were scheduled. The classes at one instant: a job ends; a job's phase ends
// (start, load, save, drain); capacity comes; capacity goes; notice of a loss;
// the scenario's end; a job arrives; a job is cancelled; the policy's timer.
// Then there is one scheduling round. A span of time excludes its end: what a
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
//	training → done; any → failed or cancelled
//
// A job that is told to change size or to stop saves first, if it has trained
// since its last checkpoint; told so in the middle of a periodic save, it ends
// that save instead. Only a job that has a checkpoint loads one.
package sim
