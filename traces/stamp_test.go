package traces

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestParseStampAgreesWithTime compares with the standard library, whose Parse
// also takes fractions of a second and hours of one digit.
func TestParseStampAgreesWithTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(
			rapid.StringMatching(`[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01]) [0-2][0-9]:[0-5][0-9]:[0-5][0-9]`),
			rapid.StringMatching(`[0-9]{4}-02-29 00:00:00`),
			rapid.StringMatching(`[0-9]{4}[-/][0-9]{2}-[0-9]{2}[ T][0-9]{2}:[0-9]{2}:[0-9a]{2}`),
		).Draw(t, "text")
		want, err := time.Parse(stampLayout, text)
		got, ok := parseStamp(text)
		require.Equal(t, err == nil, ok, text)
		if ok {
			require.Equal(t, want.UnixMilli(), int64(got), text)
			require.Equal(t, text, wallClock(got).Format(stampLayout))
		}
	})
}
