package policy

import "rubato/simtime"

// SpotGreedy runs jobs at home whenever there is room, and nowhere else unless their
// deadlines demand it.
type SpotGreedy struct {
	spot
	name string
}

func init() {
	const paper = "Wu et al., Can't Be Late: Optimizing Spot Instance Savings under Deadlines, NSDI 2024"
	for _, v := range []struct {
		name, summary, source, doc string
		answer                     Answer
	}{
		{
			"spot-greedy", "spot: takes what there is, until it goes; waits otherwise, as long as deadlines allow",
			paper + ", the greedy policy with its safety net",
			`A job that waits goes nowhere else, but for its deadline. Announced losses are
ignored: jobs train until their GPUs go and lose what they have not saved.`, Ignore,
		},
		{
			"drain-on-notice", "spot: as spot-greedy, but saves at the notice of a loss",
			"the two minutes of notice of Amazon EC2 Spot instances; " + paper,
			`spot-greedy with onNotice: drain: what is lost is what the notice was too short
to save.`, Drain,
		},
	} {
		register(Entry{Name: v.name, Summary: v.summary, Source: v.source, Doc: v.doc + "\n\n" + spotDoc, New: func() Policy {
			return &SpotGreedy{spot: newSpot(v.answer), name: v.name}
		}})
	}
}

func newSpot(a Answer) spot {
	return spot{estimating: estimating{Source: Oracle, Factor: 1}, OnNotice: a, Grace: 10 * simtime.Minute}
}

// Name returns the name it is registered under.
func (g *SpotGreedy) Name() string { return g.name }

// Decide keeps jobs at home.
func (g *SpotGreedy) Decide(s *State, p *Plan) {
	never := func(*Job) bool { return false }
	g.decide(s, p, choice{away: never, home: never})
}
