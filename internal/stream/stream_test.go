package stream

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The values are pinned: a change of the generator or of the seeding would change
// every published result.
func TestStreamsArePinnedAndApart(t *testing.T) {
	require.Equal(t, New(1, "arrivals").Uint64(), New(1, "arrivals").Uint64())
	require.NotEqual(t, New(1, "arrivals").Uint64(), New(1, "sizes").Uint64())
	require.NotEqual(t, New(1, "arrivals").Uint64(), New(2, "arrivals").Uint64())
	require.Equal(t, uint64(8626657296654601543), New(1, "arrivals").Uint64())
}
