// Package check is the regression gate: it runs experiments again and compares them
// with a committed baseline, a YAML file that [Read] reads.
//
// Three things are compared of each case. Behaviour by digest: each job did the same
// at the same millisecond. Figures by declared tolerances: being worse by more fails,
// being better is shown. Speed as a multiple of a reference loop that is measured in
// turns with the case, both in CPU time, so that a slow or busy machine does not
// fail.
//
// What people write of a baseline, its cases and tolerances, stands above the key
// recorded; what [Outcome.Update] writes, below it.
package check
