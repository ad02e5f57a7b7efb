package experiments

import (
	"regexp"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
)

// base holds what an input of TestFaults leaves out.
var base = []struct{ key, text string }{
	{"name", "name: x\n"},
	{"cluster", "cluster: {pools: [{name: p, nodes: 2, gpusPerNode: 8}]}\n"},
	{"workload", "workload: {jobs: [{id: a, gpus: 8, duration: 1h}]}\n"},
	{"policies", "policies: {fifo: {}}\n"},
}

// formatList is the list of trace formats, which grows.
var formatList = regexp.MustCompile(`one of node-events[a-z0-9, -]+`)

var topLevelKey = regexp.MustCompile(`(?m)^(\w+):`)

// TestFaults reads experiments and prints what is wrong with them. Commands:
//
//	read [set=PATH=VALUE …] [policy=LABEL …] [seed=TEXT] [raw]
//	    reads the input; what it lacks of name, cluster, workload and policies
//	    is put behind it, unless it is raw. Traces are in testdata/traces.
func TestFaults(t *testing.T) {
	datadriven.Walk(t, "testdata/faults", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			text := d.Input + "\n"
			if !d.HasArg("raw") {
				text = complete(text)
			}
			var o Options
			for _, a := range d.CmdArgs {
				switch a.Key {
				case "set":
					o.Set = append(o.Set, a.Vals...)
				case "policy":
					o.Policies = append(o.Policies, a.Vals...)
				case "seed":
					o.Seeds = a.Vals[0]
				}
			}
			e, err := Read("x.yaml", []byte(text), "testdata/traces", o)
			if err != nil {
				return formatList.ReplaceAllString(err.Error(), "one of …") + "\n"
			}
			return "ok " + e.String() + "\n"
		})
	})
}

// complete puts behind an input what it lacks.
func complete(text string) string {
	has := make(map[string]bool)
	for _, m := range topLevelKey.FindAllStringSubmatch(text, -1) {
		has[m[1]] = true
	}
	var b strings.Builder
	b.WriteString(text)
	for _, s := range base {
		if !has[s.key] {
			b.WriteString(s.text)
		}
	}
	return b.String()
}
