package cluster

// Storage is where checkpoints are written to and read from, in bytes a second.
// Zero sets no limit.
type Storage struct {
	// Bandwidth is shared by all jobs that read or write at the same instant.
	Bandwidth int64
	// PerNode bounds what each node of a job reads or writes.
	PerNode int64
}
