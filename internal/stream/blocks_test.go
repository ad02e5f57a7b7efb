package stream

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"rubato/simtime"
)

// Pieces follow each other without gaps, lie within the source, and, with a cycle,
// stay at their time of it.
func TestBlocksCoverTheSpan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := Blocks{
			Source: simtime.Duration(rapid.Int64Range(1, 50).Draw(t, "source")),
			Span:   simtime.Duration(rapid.Int64Range(1, 200).Draw(t, "span")),
			Block:  simtime.Duration(rapid.Int64Range(1, 80).Draw(t, "block")),
		}
		if rapid.Bool().Draw(t, "cyclic") {
			b.Cycle = simtime.Duration(rapid.Int64Range(1, 12).Draw(t, "cycle"))
			b.Source = b.Cycle * simtime.Duration(rapid.Int64Range(1, 6).Draw(t, "cycles"))
		}
		at := simtime.Duration(0)
		b.Each(New(rapid.Uint64().Draw(t, "seed"), "blocks"), func(p Block) {
			require.Equal(t, at, p.At)
			require.Positive(t, p.Length)
			require.LessOrEqual(t, p.From+p.Length, b.Source)
			if b.Cycle > 0 {
				require.Equal(t, p.At%b.Cycle, p.From%b.Cycle)
			}
			at += p.Length
		})
		require.Equal(t, b.Span, at)
	})
}

// Every part of the source is as likely as any other.
func TestBlocksAreUnbiased(t *testing.T) {
	const span = 1_000_000
	for _, cycle := range []simtime.Duration{0, 4} {
		b, r := Blocks{Source: 20, Span: span, Block: 7, Cycle: cycle}, New(1, "blocks")
		var times [20]float64
		b.Each(r, func(p Block) {
			for i := range p.Length {
				times[p.From+i]++
			}
		})
		for i, n := range times {
			// Blocks are independent; a place is in one of seven at most.
			require.InDelta(t, span/20.0, n, 4*7*223.6/2, "place %d", i)
		}
	}
}
