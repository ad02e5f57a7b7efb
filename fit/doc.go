// Package fit finds the parameters of a scaling model from measured throughputs.
//
// Measurements come from a CSV file (Read). Run fits each model by least squares
// on the logarithm of the throughput, so that errors are relative: a row at 1 GPU
// weighs as much as one at 512. It says how far each parameter is known, how large
// the errors are at points that the model was not fitted to, and which model to
// prefer. What the measurements cannot tell is fixed and named, never guessed.
//
// The models themselves are those of package workload: what is fitted here is
// what the simulator runs.
package fit
