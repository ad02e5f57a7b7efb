// Package workload describes training jobs: what they ask for, how fast they
// run at each size, what a checkpoint and a restart cost.
//
// A job's size counts replicas. A replica is an indivisible group of GPUs: one
// GPU for plain data parallelism, a node for node-sized pods, TP×PP GPUs for a
// model-parallel group.
//
// Work and speed are exact. The unit of work is what one replica does in a
// millisecond at the model's reference speed, in billionths; a Rate is an
// integer number of those units a millisecond, and Work is a 128-bit integer
// count of them, so that pausing and resizing a job a thousand times loses
// nothing to rounding.
package workload
