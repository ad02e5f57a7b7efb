package policy

import "rubato/simtime"

// OnDemandFallback runs jobs elsewhere whenever there is no room at home.
type OnDemandFallback struct {
	spot
	Stay    simtime.Duration `yaml:"stay" json:"stay" jsonschema:"minimum=0,description=How long a job stays elsewhere at least before it goes home."`
	Returns bool             `yaml:"returns" json:"returns" jsonschema:"description=Whether jobs go home when there is room again."`
}

func init() {
	register(Entry{
		Name: "on-demand-fallback", Summary: "spot: on demand whenever there is no room on spot, and back",
		Source: "the dynamic fallback of Mao et al., SkyServe: Serving AI Models across Regions and Clouds with Spot Instances, EuroSys 2025, for training",
		Doc: `A job that does not fit at home starts elsewhere at once. It goes home as soon as
there is room for its size, but not before it has been elsewhere for stay, nor if that
would put its deadline at risk; with returns: false it stays.

` + spotDoc,
		New: func() Policy { return &OnDemandFallback{spot: newSpot(Drain), Returns: true} },
	})
}

// Name returns "on-demand-fallback".
func (*OnDemandFallback) Name() string { return "on-demand-fallback" }

// Decide starts what does not fit at home elsewhere.
func (f *OnDemandFallback) Decide(s *State, p *Plan) {
	f.decide(s, p, choice{away: func(*Job) bool { return true }, home: f.home})
}

func (f *OnDemandFallback) home(j *Job) bool {
	if !f.Returns {
		return false
	}
	if until := j.StartedAt.Add(f.Stay); until > f.state.Now {
		f.plan.Wake(until)
		return false
	}
	return f.canReturn(j)
}
