// Package draft writes the first experiment of a user's own cluster: one YAML file
// that runs at once, from a trace or list of jobs, the nodes, and the GPUs that
// there were over time.
//
// What no file said is assumed, and the line says so in a comment that starts with
// "assumed:". What the files say and a simulation has no use for is listed at the
// top.
package draft
