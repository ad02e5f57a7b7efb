package policy

// Cause is what last happened to a job: why it is in its phase, or on its way to
// another.
type Cause uint8

// The causes.
const (
	// NoCause: the job is not submitted yet.
	NoCause Cause = iota
	// AfterSubmission: it was submitted.
	AfterSubmission
	// AfterAllocation: it got GPUs from the queue.
	AfterAllocation
	// AfterGrowth and AfterShrinkage: the policy told it to run at another size.
	AfterGrowth
	AfterShrinkage
	// AfterMigration: the policy told it to restart at the same size, or to go home
	// from another pool.
	AfterMigration
	// AfterPreemption: the policy told it to go back to the queue.
	AfterPreemption
	// AfterNotice: some of its GPUs were announced to go, and it answers that.
	AfterNotice
	// AfterNodeLoss: some of its GPUs went.
	AfterNodeLoss
	// AfterCrash: a process of it died.
	AfterCrash
	// AfterCompletion and AfterCancellation: it was complete, or cancelled by its
	// user.
	AfterCompletion
	AfterCancellation
	// AfterKilling and AfterRefusal: the policy ended it, or will not run it.
	AfterKilling
	AfterRefusal
	// AfterLimit: it took longer than one of its limits allows.
	AfterLimit
	NumCauses
)

var causeNames = [NumCauses]string{"", "submission", "allocation", "growth", "shrinkage", "migration", "preemption", "notice", "node_loss", "crash", "completion", "cancellation", "killing", "refusal", "limit"}

func (c Cause) String() string { return causeNames[c] }
