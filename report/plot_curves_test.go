package report

import (
	"bytes"
	"image/png"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func ticksOf(ts []tick) []string {
	var out []string
	for _, t := range ts {
		out = append(out, t.text)
	}
	return out
}

func TestLogTicks(t *testing.T) {
	require.Equal(t, []string{"1", "2", "4", "8"}, ticksOf(doublings(0.9, 9)))
	require.Equal(t, []string{"2.8", "3", "3.2"}, ticksOf(doublings(2.7, 3.3)), "no power of two")
	require.LessOrEqual(t, len(doublings(1, 1e6)), 15)
	require.Equal(t, []string{"50", "100", "200", "500", "1,000"}, ticksOf(decades(40, 1500)))
	require.Equal(t, []string{"1", "10", "100", "1,000", "10,000", "100,000"}, ticksOf(decades(0.5, 2e5)))
	require.Equal(t, []string{"2,500", "3,000", "3,500", "4,000"}, ticksOf(decades(2100, 4200)), "no 1, 2 or 5")
	for _, high := range []float64{1.1, 1.3, 2, 3, 7, 12, 99, 1e3, 1e5, 1e9} {
		for _, low := range []float64{1e-8, 1e-3, 1, 7, 1234, 1e10} {
			for _, ts := range [][]tick{doublings(low, low*high), decades(low, low*high)} {
				require.NotEmpty(t, ts)
				require.LessOrEqual(t, len(ts), 20)
				for _, k := range ts {
					require.True(t, k.at >= low*(1-1e-9) && k.at <= low*high*(1+1e-9), "%g in %g to %g", k.at, low, low*high)
				}
			}
		}
	}
}

// Labels of curves that end together stand one below the other, in the frame.
func TestEndsAreApart(t *testing.T) {
	step := 1.2 * entryText.Font.Size
	for _, ys := range [][]float64{{1, 1, 1}, {100, 100, 99}, {1, 50, 51, 49, 50}, {100, 1}} {
		l := LogLog{Title: "t", Note: "n"}
		for _, y := range ys {
			l.Curves = append(l.Curves, Curve{Label: "curve", Points: []XY{{1, 1}, {64, y}}})
		}
		x, y := l.axes()
		f := &frame{x: x, y: y}
		f.c.Max.X, f.c.Max.Y = 500, 300
		ends := l.ends(f)
		require.Len(t, ends, len(ys))
		for i := 1; i < len(ends); i++ {
			require.GreaterOrEqual(t, float64(ends[i].y-ends[i-1].y), float64(step)-1e-9)
			require.LessOrEqual(t, ys[ends[i-1].curve], ys[ends[i].curve], "in the order of the curves")
		}
		require.LessOrEqual(t, float64(ends[len(ends)-1].y), 300.0)
	}
}

func TestLogLogPNG(t *testing.T) {
	for _, l := range []LogLog{
		{Title: "one point", Measured: []XY{{3, 100}}, Curves: []Curve{{"a", []XY{{3, 100}}}}},
		{Title: "a wide range", Measured: []XY{{1, 1e-8}, {1e6, 1e11}}, Curves: []Curve{{"a", []XY{{1, 1e-8}, {1e6, 1e11}}}, {"a label that is far too long to stand beside the curve, for it takes more than a third of the page", []XY{{1, 1}, {math.Pi, 7}}}}},
	} {
		data, err := l.PNG()
		require.NoError(t, err)
		img, err := png.Decode(bytes.NewReader(data))
		require.NoError(t, err)
		require.Equal(t, 1584, img.Bounds().Dx())
	}
}
