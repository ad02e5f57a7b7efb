package site

import "rubato/simtime"

// Export is what a file says. Parts of which it says nothing are empty.
type Export struct {
	Kind    string // what the file is, in words
	Pools   []Pool
	Quotas  []Quota
	Queues  []LocalQueue
	Classes []PriorityClass
	Jobs    []Job
	Series  []Sample // GPUs over time, where the value changes
	Notes   []Note
}

// Pool is a number of like nodes.
type Pool struct {
	Name             string // a word of letters, digits, - and _
	Nodes            int
	GPUsPerNode      int
	GPUType          string // "" if it is not known
	CPUsPerNode      int    // 0 if it is not known
	MemoryGiBPerNode int    // rounded down; 0 if it is not known
	Away             int    // of the nodes: those that run no jobs at present
}

// GPUs returns the GPUs of all nodes.
func (p Pool) GPUs() int { return p.Nodes * p.GPUsPerNode }

// PriorityClass is a name for a priority; higher goes first.
type PriorityClass struct {
	Name   string
	Weight int
}

// Quota is the share of a team or queue.
type Quota struct {
	Name       string
	Cohort     string // whose members lend to each other; "" if there is none
	Weight     int    // of fair sharing, in thousandths; -1 if none is given
	Preemption string // of other jobs of the same queue, as written
	Reclaim    string // of jobs of other queues that borrow, as written
	Strategy   string // of queueing or of sharing, as written
	Limits     []Limit
}

// Limit is the quota of one kind of node or resource, in GPUs.
type Limit struct {
	What     string // resource flavor, or instance type
	Instance string // type of its nodes, such as p5.48xlarge; "" if it is not known
	Nominal  int
	Borrow   int // what can be had beyond it; -1: no limit
	Lend     int // what others may have of it; -1: no limit
}

// LocalQueue is the queue of a namespace, which leads to a cluster queue: a Quota.
type LocalQueue struct{ Namespace, Name, ClusterQueue string }

// Job is a job of a manifest or of a queue.
type Job struct {
	Name, Namespace string
	Queue           string // local queue of Kueue
	ClusterQueue    string // in which it was admitted; "" if it is not known
	Operator        string // that runs it: hyperpod, kubeflow, or "" if it is not known
	PriorityClass   string
	SurgeClass      string           // of the pods beyond the least size; "" if it is that of all
	Priority        int              // 0 if it is not known
	ReplicaGPUs     int              // of each pod
	Replicas        int              // pods asked for
	Spares          int              // nodes in reserve
	Sizes           []int            // legal numbers of replicas, ascending; one if it is rigid
	Submit          simtime.Time     // from the first job of the file on
	Duration        simtime.Duration // 0 if it is not known
	Scaling         Scaling
	Restart         Restart
	Limits          Limits
	Node            map[string]string // labels that its nodes must have
}

// Scaling is how a job changes its size. Times are 0 where the job says nothing.
type Scaling struct {
	GracefulShutdown simtime.Duration // to save before it is stopped
	Window           simtime.Duration // in which GPUs that join wait for others
	FaultyScaleDown  simtime.Duration // wait for a replacement before it shrinks
	Snooze           simtime.Duration // without growth after a restart
}

// Limits are times after which a job fails; 0 is no limit.
type Limits struct {
	Active  simtime.Duration // since it was admitted
	Startup simtime.Duration // without having trained
	Fault   simtime.Duration // in a fault
}

// Restart is how often a job restarts before it fails; -1 means no limit.
type Restart struct {
	Period    simtime.Duration // of the limits; 0 if there are none
	Processes int              // restarts of processes before one of the whole job
	Full      int              // restarts of the whole job
	Lifetime  int              // restarts in all
	Offenders int              // nodes with repeated faults that a restart of the job avoids
}

// Sample is a number of GPUs, which holds until the next sample.
type Sample struct {
	At   simtime.Time // from the first sample on
	GPUs int
}

// Kinds of notes.
const (
	Assumed = "assumed" // the file does not say it
	Ignored = "ignored" // the file says it, and it has no effect
)

// Note is something that a reader of the result should know.
type Note struct {
	Kind  string // Assumed or Ignored
	Place string // path of the key, or name of the object; "" for the whole file
	Text  string
}
