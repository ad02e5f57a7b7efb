package experiments

import (
	"fmt"
	"strings"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distmv"
	"gonum.org/v1/gonum/stat/samplemv"

	"rubato/internal/stream"
)

// maxPoints is the greatest number of points of a sweep.
const maxPoints = 10_000

// setting is a value that a point of a sweep sets; place is where it is written.
type setting struct {
	axis, path, label, text, place string
}

// combinations returns the changes of each point, or nil after a fault.
func (e *Experiment) combinations() [][]setting {
	s := e.spec.Sweep
	sampled := s.Mode == random || s.Mode == latinHypercube
	if !e.checkAxes(sampled) {
		return nil
	}
	switch {
	case sampled && s.Samples == 0:
		e.doc.Problem("want samples, the number of points to draw", "sweep.samples", "sweep")
		return nil
	case !sampled && s.Samples > 0:
		e.doc.Problem("want samples with the modes random and latin-hypercube and with no other", "sweep.samples")
		return nil
	case s.Mode == zip:
		return e.zipped()
	case sampled:
		return s.sampled()
	}
	return e.grid()
}

// fixed are the keys that no axis may vary.
var fixed = []string{"name", "title", "description", "seeds", "outputs", "sweep", "statistics"}

func (e *Experiment) checkAxes(sampled bool) bool {
	s := e.spec.Sweep
	ok := len(s.Axes) > 0
	if !ok {
		e.doc.Problem("want at least one axis", "sweep.axes", "sweep")
	}
	var paths []string
	for i := range s.Axes {
		a := &s.Axes[i].Value
		if a.path == "" {
			a.path = s.Axes[i].Key
		}
		if text := e.axisFault(a, paths, sampled); text != "" {
			e.doc.Option(a.place, "sweep.axes."+s.Axes[i].Key+": "+text)
			ok = false
		}
		paths = append(paths, a.path)
	}
	return ok
}

// axisFault says what is wrong with an axis beside others, or "".
func (e *Experiment) axisFault(a *axisSpec, others []string, sampled bool) string {
	top, _, _ := strings.Cut(a.path, ".")
	if known(top, fixed) {
		return fmt.Sprintf("got the path %q, want a value of the cluster, availability, workload, policies, origin or horizon; seeds have the key seeds", a.path)
	}
	for _, p := range others {
		if within(p, a.path) || within(a.path, p) {
			return fmt.Sprintf("varies %s, which another axis varies: %s", a.path, p)
		}
	}
	for _, set := range e.given.Set {
		if p, _, _ := strings.Cut(set, "="); within(p, a.path) {
			return fmt.Sprintf("varies %s, but --set %s fixes it; want one of the two (--set sweep=null leaves the sweep out)", a.path, set)
		}
	}
	if !sampled && a.span != nil && a.values == nil {
		return "want points, the number of values to take of the range"
	}
	return ""
}

// within reports whether a path is another one or leads further.
func within(p, outer string) bool {
	rest, ok := strings.CutPrefix(p, outer)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

func (e *Experiment) grid() [][]setting {
	all := 1
	for _, a := range e.spec.Sweep.Axes {
		if all *= len(a.Value.values); all > maxPoints {
			e.doc.Problem(fmt.Sprintf("want at most %d points; draw some with mode: latin-hypercube", maxPoints), "sweep")
			return nil
		}
	}
	out := make([][]setting, all)
	every := all
	for _, a := range e.spec.Sweep.Axes {
		values := a.Value.values
		every /= len(values)
		for i := range out {
			out[i] = append(out[i], a.Value.setting(a.Key, values[i/every%len(values)]))
		}
	}
	return out
}

func (e *Experiment) zipped() [][]setting {
	axes := e.spec.Sweep.Axes
	out := make([][]setting, len(axes[0].Value.values))
	for _, a := range axes {
		if len(a.Value.values) != len(out) {
			e.doc.Problem(fmt.Sprintf("got %s along %s and %d along %s, want as many along each axis of a zip",
				count(len(out), "value", "values"), axes[0].Key, len(a.Value.values), a.Key), "sweep")
			return nil
		}
		for i, v := range a.Value.values {
			out[i] = append(out[i], a.Value.setting(a.Key, v))
		}
	}
	return out
}

// sampled draws the points. The Latin hypercube is that of McKay, Beckman and
// Conover, Technometrics 21 (1979).
func (s *sweepSpec) sampled() [][]setting {
	source := stream.New(uint64(s.Seed), "sweep")
	unit := distmv.NewUnitUniform(len(s.Axes), source)
	parts := mat.NewDense(s.Samples, len(s.Axes), nil)
	if s.Mode == latinHypercube {
		samplemv.LatinHypercube{Q: unit, Src: source}.Sample(parts)
	} else {
		samplemv.IID{Dist: unit}.Sample(parts)
	}
	out := make([][]setting, s.Samples)
	for i := range out {
		for k, a := range s.Axes {
			out[i] = append(out[i], a.Value.setting(a.Key, a.Value.at(parts.At(i, k))))
		}
	}
	return out
}

// at returns the value at a part of the axis, from 0 to 1.
func (a *axisSpec) at(part float64) axisValue {
	if a.span != nil {
		text := a.span.at(part)
		return axisValue{text, text, a.place}
	}
	return a.values[min(int(part*float64(len(a.values))), len(a.values)-1)]
}

func (a *axisSpec) setting(axis string, v axisValue) setting {
	return setting{axis, a.path, v.label, v.text, v.place}
}
