package traces

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The pseudonyms were made with
//
//	printf 'user\0ann' | openssl dgst -sha256 -hmac secret
func TestAnonymize(t *testing.T) {
	j := reread(t, []byte(texts[FormatRubato]))
	got := j.Anonymize([]byte("secret"))
	want := j.Rows[0]
	want.ID, want.User, want.Group, want.Model = "job-707eed145840d5c6", "user-45fd3df68862c532", "team-c97c48a6e357eb97", "name-3bb22fc1266668c2"
	require.Equal(t, want, got.Rows[0])
	require.Equal(t, "a", j.Rows[0].ID, "the trace itself stays")
	require.Empty(t, got.Rows[1].User, "nobody stays nobody")
	require.NotEqual(t, got.Rows[0].User, j.Anonymize([]byte("Secret")).Rows[0].User)

	a, err := ReadAvailability("f", []byte(texts[FormatRubatoNodes]), Options{})
	require.NoError(t, err)
	for _, e := range a.Anonymize([]byte("secret")).Events {
		require.Equal(t, "node-4cabefb1783b3e4a", e.Node)
	}
	require.Equal(t, "a,1", a.Events[0].Node)
}
