package simtime

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParseDuration(t *testing.T) {
	for in, want := range map[string]Duration{
		"0": 0, "0s": 0, "90s": 90 * Second, "1h30m": 90 * Minute, "1.5h": 90 * Minute,
		"7d": 7 * Day, "2w": 14 * Day, "250ms": 250, "0.001s": 1, "8h0m0s": 8 * Hour,
	} {
		got, err := ParseDuration(in)
		require.NoError(t, err, in)
		require.Equal(t, want, got, in)
		back, err := ParseDuration(got.String())
		require.NoError(t, err, in)
		require.Equal(t, want, back, "%s prints as %s", in, got)
	}
	for in, want := range map[string]string{
		"":                        `"": want a duration such as 90s, 30m, 6h or 7d`,
		"90":                      `"90": want a number and a unit of ms, s, m, h, d or w, such as 90s, 30m, 6h or 7d`,
		"-5s":                     `"-5s": want a number and a unit of ms, s, m, h, d or w, such as 90s, 30m, 6h or 7d`,
		"5 s":                     `"5 s": want a number and a unit of ms, s, m, h, d or w, such as 90s, 30m, 6h or 7d`,
		"s":                       `"s": "" is not a number with at most nine decimals`,
		"1.2.3s":                  `"1.2.3s": "1.2.3" is not a number with at most nine decimals`,
		"0.1ms":                   `"0.1ms": 0.1 is not a whole number of milliseconds`,
		"99999999d":               `"99999999d": 99999999 is over ten years`,
		"9999999999999999999999s": `"9999999999999999999999s": 9999999999999999999999 is over ten years`,
		"3000d3000d":              `"3000d3000d" is over ten years`,
	} {
		_, err := ParseDuration(in)
		require.EqualError(t, err, want, in)
	}
}

func FuzzParseDuration(f *testing.F) {
	for _, s := range []string{"90s", "1h30m", "1.5h", "7d", "", "-1s", "..s", "1e3s"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		d, err := ParseDuration(s)
		if err != nil {
			return
		}
		back, err := ParseDuration(d.String())
		require.NoError(t, err)
		require.Equal(t, d, back)
	})
}
