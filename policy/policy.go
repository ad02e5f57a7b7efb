package policy

import (
	"fmt"
	"slices"
)

// Policy decides which jobs run at which size. Its exported fields are its
// parameters.
type Policy interface {
	// Name is the name under which the policy is registered.
	Name() string
	// Before is the order of the queue. It must be total, and must not
	// depend on what changes while a job is queued.
	Before(a, b *Job) bool
	// Need returns the GPUs without which the policy does not start a job.
	Need(j *Job) int
	// Decide reads the state and writes the plan of one scheduling round.
	Decide(s *State, p *Plan)
}

// Entry describes a registered policy.
type Entry struct {
	Name string
	// Summary is one line, Doc the whole page.
	Summary string
	Doc     string
	// Source is where the policy comes from.
	Source string
	// New returns the policy with its default parameters.
	New func() Policy
}

var entries []Entry

// register adds a policy; each file calls it from its init.
func register(e Entry) { entries = append(entries, e) }

// Entries returns the registered policies in order of their names.
func Entries() []Entry {
	return slices.SortedFunc(slices.Values(entries), func(a, b Entry) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	})
}

// Lookup returns the policy of a name.
func Lookup(name string) (Entry, error) {
	for _, e := range entries {
		if e.Name == name {
			return e, nil
		}
	}
	return Entry{}, fmt.Errorf("no policy %q", name)
}
