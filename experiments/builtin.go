package experiments

import (
	"embed"
	"strings"
)

//go:embed builtin/*.yaml
var builtin embed.FS

// Names returns the names of the built-in experiments in order.
func Names() []string {
	entries, _ := builtin.ReadDir("builtin")
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".yaml"))
	}
	return names
}

// Source returns the YAML of a built-in experiment.
func Source(name string) ([]byte, bool) {
	data, err := builtin.ReadFile("builtin/" + name + ".yaml")
	return data, err == nil
}
