package experiments

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"reflect"
	"strings"

	"rubato/simtime"
)

// hash returns the hash of all that determines the results: cluster,
// availability, workload, horizon, policies with their parameters, seeds, and
// the content of the traces. It does not depend on how the file is written,
// where traces are and how they are packed, nor on titles and outputs.
func (e *Experiment) hash() string {
	h := sha256.New()
	e.writeScenario(h, e.spec.Seeds)
	for _, p := range e.spec.Policies {
		p.Value.writeCanonical(h, p.Key)
	}
	e.writeTraces(h)
	if s := e.spec.Statistics; s != (statisticsSpec{}) {
		writeCanonical(h, "statistics", reflect.ValueOf(s))
	}
	if e.spec.Sweep != nil {
		for _, p := range e.points {
			fmt.Fprintf(h, "point %q %s\n", p.variant(), p.scenario)
			for _, q := range p.policies {
				q.Value.writeCanonical(h, q.Key)
			}
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// scenarioHash returns the hash of what the runs have in common but for the seed.
func (e *Experiment) scenarioHash() string {
	h := sha256.New()
	e.writeScenario(h, nil)
	e.writeTraces(h)
	return hex.EncodeToString(h.Sum(nil))
}

func (e *Experiment) writeScenario(w io.Writer, seeds seeds) {
	s := &e.spec
	writeCanonical(w, "origin", reflect.ValueOf(s.Origin.timeOfDay()))
	writeCanonical(w, "horizon", reflect.ValueOf(s.Horizon))
	writeCanonical(w, "seeds", reflect.ValueOf(seeds))
	writeCanonical(w, "cluster", reflect.ValueOf(s.Cluster))
	writeCanonical(w, "availability", reflect.ValueOf(s.Availability))
	writeCanonical(w, "workload", reflect.ValueOf(s.Workload))
}

func (e *Experiment) writeTraces(w io.Writer) {
	for _, t := range e.traces {
		fmt.Fprintf(w, "%s %s %s\n", t.path, t.format, t.sha256)
	}
}

func (p policySpec) writeCanonical(w io.Writer, label string) {
	fmt.Fprintf(w, "policies %s %s %s\n", label, p.entry.Name, p.placement)
	writeCanonical(w, "policies."+label, reflect.ValueOf(p.values).Elem())
	writeCanonical(w, "policies."+label+".operator", reflect.ValueOf(p.operator))
}

// writeCanonical writes a value and all in it, a line for each, under the names
// that they have in YAML.
func writeCanonical(w io.Writer, path string, v reflect.Value) {
	switch x := v.Interface().(type) {
	case simtime.Duration:
		fmt.Fprintf(w, "%s=%d\n", path, int64(x))
		return
	case decimal:
		if x.Rat != nil {
			fmt.Fprintf(w, "%s=%s\n", path, x.RatString())
		}
		return
	case stepWidth:
		fmt.Fprintf(w, "%s=%v %d\n", path, x.double, x.gpus)
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			writeCanonical(w, path, v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			writeCanonical(w, fmt.Sprintf("%s[%d]", path, i), v.Index(i))
		}
	case reflect.Struct:
		writeFields(w, path, v)
	default:
		fmt.Fprintf(w, "%s=%q\n", path, fmt.Sprint(v.Interface()))
	}
}

func writeFields(w io.Writer, path string, v reflect.Value) {
	fmt.Fprintf(w, "%s\n", path)
	for i := range v.NumField() {
		f := v.Type().Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		switch {
		case f.Type == reflect.TypeFor[traceSource]():
			fmt.Fprintf(w, "%s.lenient=%v\n", path, v.Field(i).FieldByName("Lenient").Bool())
		case f.Anonymous:
			writeFields(w, path, v.Field(i))
		case name == "-":
		case f.IsExported() && name == "":
			writeCanonical(w, path+"."+f.Name, v.Field(i)) // an entry of a map
		case f.IsExported():
			writeCanonical(w, path+"."+name, v.Field(i))
		}
	}
}
