package workload

import "rubato/simtime"

// RestartPreset is what a published simulator charges when a job that was
// stopped starts again. First starts are free, and so are saves.
type RestartPreset struct {
	Name, Source string
	Restart      Restart
}

// RestartPresets lists the presets. Where a source gives seconds by size but
// not the sizes, the bounds (one GPU; one node of 8) are assumed.
func RestartPresets() []RestartPreset {
	const s, rest = simtime.Second, 1 << 30
	start := func(c Cost) Restart {
		r := Restart{First: new(simtime.Duration)}
		r.Costs[ProcessStart] = c
		return r
	}
	return []RestartPreset{
		{"free", "the simulators of Tiresias, Gavel, Blox and Starburst: nothing", start(Cost{})},
		{"helios", "Helios (SC 2021): 7, 30 or 60 s by size; bounds assumed", start(Cost{BySize: []SizeCost{{1, 7 * s}, {8, 30 * s}, {rest, 60 * s}}})},
		{"lucid", "Lucid (ASPLOS 2023): 40 or 60 s by size; bounds assumed", start(Cost{BySize: []SizeCost{{8, 40 * s}, {rest, 60 * s}}})},
		{"shockwave", "Shockwave (NSDI 2023): 20 s", start(Constant(20 * s))},
	}
}
