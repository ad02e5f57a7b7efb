// Package experiments says what to run. An experiment is one YAML file: a
// cluster, what of it is available over time, a workload, the policies to
// compare, seeds. [Load] reads and checks one, given by path or by the name of
// a built-in one, and finds every fault at once; [Experiment.Run] runs each
// policy with each seed and returns the report.
//
// # Sizes
//
// Every size in the file is a number of GPUs. Where a replica has several GPUs
// (replicaGPUs) sizes are multiples of it.
//
// # Chance
//
// Whatever is drawn comes from a random stream named after its purpose, so that
// all policies see the same arrivals, sizes and losses, and a new job or policy
// shifts nothing else.
//
// # Adding a built-in experiment
//
// Put a file into builtin/. Its name is the experiment's; tests find it.
package experiments
