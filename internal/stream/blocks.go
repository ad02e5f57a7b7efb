package stream

import (
	"math/rand/v2"

	"rubato/simtime"
)

// Blocks says how to put a new series together from blocks of another, as in the
// circular block bootstrap (Politis and Romano, in Exploring the Limits of
// Bootstrap, 1992): what goes together within a block stays together, and every
// part of the source is as likely as any other.
type Blocks struct {
	// Source is the length of the series to draw from, after whose end its start
	// follows; Span that of the new one.
	Source, Span simtime.Duration
	// Block is the length of the blocks; the last may be cut.
	Block simtime.Duration
	// Cycle keeps what is at the same time of each cycle there: a block is drawn
	// from where the cycle is as far on. Zero keeps nothing, else Source is whole
	// cycles.
	Cycle simtime.Duration
}

// Block is a piece of the source that does not run past its end.
type Block struct{ At, From, Length simtime.Duration }

// Each draws the blocks and yields their pieces in order of At, where they go.
func (b Blocks) Each(r *rand.Rand, yield func(Block)) {
	for at := simtime.Duration(0); at < b.Span; at += b.Block {
		from, left := b.start(r, at), min(b.Block, b.Span-at)
		for to := at; left > 0; {
			length := min(left, b.Source-from)
			yield(Block{to, from, length})
			to, left, from = to+length, left-length, 0
		}
	}
}

// start draws where a block begins.
func (b Blocks) start(r *rand.Rand, at simtime.Duration) simtime.Duration {
	if b.Cycle == 0 {
		return simtime.Duration(r.Int64N(int64(b.Source)))
	}
	return at%b.Cycle + simtime.Duration(r.Int64N(int64(b.Source/b.Cycle)))*b.Cycle
}
