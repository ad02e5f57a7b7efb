// Package stream gives every purpose a random stream of its own, so that a new
// use of chance never shifts another: two policies see the same arrivals,
// failures and sizes (common random numbers).
package stream

import (
	"hash/fnv"
	"math/rand/v2"
)

// New returns the stream of a scenario's seed and a purpose's name.
func New(seed uint64, name string) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(name))
	return rand.New(rand.NewPCG(seed, h.Sum64()))
}
