// Package stream gives every purpose a random stream of its own, so that a new
// use of chance never shifts another: two policies see the same arrivals,
// failures and sizes (common random numbers).
package stream

import (
	"hash/fnv"
	"math/rand/v2"
)

// New returns the stream of a scenario's seed and a purpose's name. Seeds that are
// alike give streams that are not: both words of the generator's state depend on
// all bits of both. (PCG's lower word does not depend on its upper one, so that
// streams that differ in the upper one only are not independent.)
func New(seed uint64, name string) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(name))
	upper := mix(mix(seed) ^ h.Sum64())
	return rand.New(rand.NewPCG(upper, mix(upper+golden)))
}

// golden is the odd number nearest to 2^64 over the golden ratio.
const golden = 0x9e3779b97f4a7c15

// mix is the step of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014): each bit of
// the result depends on all bits of x.
func mix(x uint64) uint64 {
	x += golden
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
