package fit

import (
	"fmt"
	"strconv"
	"strings"
)

// yaml is what to put under workload.model. What the measurements do not tell
// stands in comments.
func (f *Fit) yaml(m *Measurements) string {
	var b strings.Builder
	b.WriteString("model:\n")
	fmt.Fprintf(&b, "  replicaGPUs: %d\n", m.ReplicaGPUs)
	for _, p := range f.Parameters {
		if strings.HasPrefix(p.Note, "not identified") {
			fmt.Fprintf(&b, "  # %s: %s\n", p.Name, p.Note)
		}
	}
	if len(m.Types) > 1 {
		fmt.Fprintf(&b, "  gpuSpeeds: {%s}\n", f.speeds(m))
	}
	value := f.e.law.scaling(f.e.p)
	space := " "
	if strings.HasPrefix(value, "\n") {
		space = ""
	}
	b.WriteString("  scaling:" + space + value + "\n")
	return b.String()
}

// speeds are the factors of the GPU types, the last parameters of any law.
func (f *Fit) speeds(m *Measurements) string {
	out := []string{strconv.Quote(m.Types[0]) + ": 1"}
	first := len(f.Parameters) - len(m.Types) + 1
	for i, t := range m.Types[1:] {
		out = append(out, strconv.Quote(t)+": "+digits(f.Parameters[first+i].Value))
	}
	return strings.Join(out, ", ")
}
