// Package cluster models the machines: pools of nodes with GPUs, which of the
// GPUs are there at each instant, and which job holds which.
//
// A GPU is free, held by a job, lost (its node failed or spot capacity was
// withdrawn) or external (inference or another tenant holds it). Capacity
// comes and goes by Changes. A change that names a node takes or returns that
// node. A change by count names none, and these rules pick the nodes:
//
//   - Lost GPUs: nodes drawn at random, without regard to what runs on them,
//     from the random stream "victims"; every GPU of a drawn node goes before
//     the next is drawn. All policies therefore lose the same nodes. Returning
//     GPUs fill nodes drawn at random in the same way.
//   - External GPUs: free GPUs first, from the highest-numbered node down (jobs
//     are placed from the lowest up), then nodes in the order of a permutation
//     drawn once from the stream "external". They return to the lowest-numbered
//     node first. What cannot be taken since too few GPUs are there is taken as
//     soon as they are.
//
// On one node free GPUs go first, then external ones, then those of the job
// that came last. A change with notice dooms its GPUs when the notice is
// given: they are not handed to any job and go when the notice ends.
package cluster
