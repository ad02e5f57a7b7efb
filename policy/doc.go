// Package policy decides which jobs run at which size. A policy is one file:
// a struct with its parameters and a Decide method, registered by name.
//
// Decide is called once a scheduling round. It reads a State, in which every
// pool has its queue and its running jobs in order, and writes a Plan. It sees
// what its real counterpart would know: never the true remaining time of a
// job (unless it asks for an oracle's estimates, and then the result says so),
// never the future. It has no clock, no random source and no output of its own.
// What most policies must remember (since when a job holds GPUs, when it last
// restarted) stands in the job; the value of a policy serves one run.
//
// The plan is checked as it is written: an illegal size, a job that does not
// run, GPUs that are not free are errors that name policy, job, time and rule.
package policy
