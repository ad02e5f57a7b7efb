package serve

import (
	"sync"

	"rubato/experiments"
)

// builtins lists the built-in experiments, which are read once.
var builtins = sync.OnceValues(func() ([]listed, error) {
	var out []listed
	for _, name := range experiments.Names() {
		e, err := experiments.Load(name, experiments.Options{})
		if err != nil {
			return nil, err
		}
		out = append(out, listed{name, e.Title})
	}
	return out, nil
})
