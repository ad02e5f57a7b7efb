package cluster

import (
	"encoding"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMisspeltRules(t *testing.T) {
	var p encoding.TextUnmarshaler = new(Placement)
	const want = ": want count, pack, spread, emptiest, topology, random or consolidate"
	require.EqualError(t, p.UnmarshalText([]byte("pak")), `"pak"`+want+` (the nearest is "pack")`)
	require.EqualError(t, p.UnmarshalText([]byte("Topolgy")), `"Topolgy"`+want+` (the nearest is "topology")`)
	require.EqualError(t, p.UnmarshalText([]byte("binpacking")), `"binpacking"`+want)
	require.EqualError(t, p.UnmarshalText(nil), `""`+want)
	for _, r := range Placements() {
		require.NoError(t, p.UnmarshalText([]byte(r)))
		require.Equal(t, &r, p)
	}
}
