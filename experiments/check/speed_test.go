package check

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// fakeClock makes each thing that is timed take the same: it goes on by a second each
// time it is asked.
type fakeClock struct{ t float64 }

func (c *fakeClock) now() float64 { c.t++; return c.t }

// machine is a clock on which the reference loop takes 20 ms and the case some times
// as long, on a machine so many times as slow, with disturbances.
type machine struct {
	slowness, disturbance float64
	calls, disturbed      int
	t                     float64
}

func (m *machine) clock() float64 { return m.t }

// speed is what speedOf says of a case that takes so many seconds a run on a machine
// as it should be.
func (m *machine) speed(t *testing.T, seconds float64, slow func(float64) bool) float64 {
	t.Helper()
	loop := func() { m.pass(0.02 / pieces) }
	run := func() error { m.calls++; m.pass(seconds); return nil }
	got, err := inTurns(run, loop, slow, m.clock)
	require.NoError(t, err)
	return got
}

func (m *machine) pass(seconds float64) {
	took := seconds * m.slowness
	if m.disturbed > 0 {
		m.disturbed--
		took *= 1 + m.disturbance*rand.New(rand.NewPCG(uint64(m.disturbed), 1)).Float64()
	}
	m.t += took
}

func never(float64) bool { return false }

func TestSlowMachineIsNotSlowProgram(t *testing.T) {
	for _, slowness := range []float64{0.1, 1, 3, 50} {
		m := machine{slowness: slowness}
		require.InDelta(t, 5, m.speed(t, 0.1, never), 0.01, slowness)
		require.InDelta(t, 10, m.speed(t, 0.2, never), 0.01, "a program half as fast")
		require.InDelta(t, 0.005, m.speed(t, 0.0001, never), 0.0001, slowness)
	}
}

// What disturbs in the first turns is measured again before it counts.
func TestDisturbancePasses(t *testing.T) {
	slow := func(speed float64) bool { return speed > 6 }
	m := machine{slowness: 1, disturbance: 9, disturbed: 1 + fewestTurns*(pieces+1)}
	require.Less(t, m.speed(t, 0.1, slow), 6.0)
	require.Greater(t, m.calls, 1+fewestTurns, "it seemed too slow at first")
	m = machine{slowness: 1}
	require.InDelta(t, 10, m.speed(t, 0.2, slow), 0.01)
	require.Greater(t, m.calls, 2*fewestTurns, "it is measured again before it is called slow")
}

func TestSpeedOfWhatFails(t *testing.T) {
	bad := errors.New("bad")
	_, err := speedOf(func() error { return bad }, never, (&fakeClock{}).now)
	require.ErrorIs(t, err, bad)
	_, err = speedOf(func() error { return nil }, never, func() float64 { return 7 })
	require.ErrorContains(t, err, "the clock stood still")
}

// The CPU time goes on with work.
func TestCPUTime(t *testing.T) {
	from := cpuTime()
	for range 5 {
		reference()
	}
	require.Greater(t, cpuTime(), from)
	require.Equal(t, reference(), reference())
}

func BenchmarkReference(b *testing.B) {
	for b.Loop() {
		reference()
	}
}
