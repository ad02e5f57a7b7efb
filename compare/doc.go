// Package compare says which policy is better, by how much, and how sure that is.
// It knows nothing of where results come from: [Run] is a run's figures, by
// [Metrics].
//
// Runs are paired by the seeds that all policies have in one scenario, in which the
// same happens to each of them (common random numbers). [Verdicts] compares each
// policy with a baseline, point by point of a sweep. [Tables] sets policies against
// metrics, marks the best and what cannot be told from it, and finds the Pareto
// front of waste and p99 time to train. There is no verdict from one seed, nor from
// seeds that change nothing.
package compare
