package fit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"rubato/traces"
)

// Bounds of what a file may say. Those of a throughput lie within workload.Table's.
const (
	maxGPUs   = 1_000_000
	maxBatch  = 1_000_000_000
	maxTypes  = 20
	leastRate = 1e-8
	mostRate  = 1e11
)

// cell is a field and its place.
type cell struct {
	text      string
	line, col int
}

func cells(num int, text string) []cell {
	var out []cell
	col := 1
	for t := range strings.SplitSeq(text, ",") {
		out = append(out, cell{t, num, col})
		col += len(t) + 1
	}
	return out
}

func (c cell) fault(want string) *traces.Error {
	return &traces.Error{Line: c.line, Col: c.col, Got: c.text, Want: want}
}

// row reads a measurement.
func (p *parser) row(num int, text string) *traces.Error {
	cs := cells(num, text)
	if len(cs) != len(p.columns) {
		return &traces.Error{Line: num, Col: 1, Got: text, Want: fmt.Sprintf("%d fields, %s, not %d", len(p.columns), strings.Join(p.columns, ","), len(cs))}
	}
	r := Row{Line: num}
	byName := make(map[string]cell)
	for i, name := range p.columns {
		byName[name] = cs[i]
		if err := p.field(&r, name, cs[i]); err != nil {
			return err
		}
	}
	return p.finish(&r, byName)
}

// field reads one field into the row.
func (p *parser) field(r *Row, name string, c cell) (err *traces.Error) {
	switch name {
	case colGPUs:
		r.GPUs, err = c.whole(name, maxGPUs)
	case colNodes:
		r.Nodes, err = c.whole(name, maxGPUs)
	case colBatch:
		r.Batch, err = c.whole(name, maxBatch)
	case colType:
		r.Type, err = p.gpuType(c)
	default:
		r.Rate, err = c.number(name)
	}
	return err
}

// finish checks the fields of a row against each other and adds it.
func (p *parser) finish(r *Row, byName map[string]cell) *traces.Error {
	switch replica := p.m.ReplicaGPUs; {
	case r.GPUs%replica != 0:
		return byName[colGPUs].fault(fmt.Sprintf("a multiple of the %d GPUs of a replica (--replica-gpus)", replica))
	case r.Nodes > r.GPUs:
		return byName[colNodes].fault(fmt.Sprintf("at most as many nodes as GPUs, %d", r.GPUs))
	default:
		r.Replicas = r.GPUs / replica
	}
	if n := p.layout.GPUsPerNode; n > 0 {
		r.Nodes = (r.GPUs + n - 1) / n
	}
	if p.speed == colSeconds {
		r.Rate = float64(r.Batch) / r.Rate
		if r.Rate < leastRate || r.Rate > mostRate {
			return byName[colSeconds].fault(fmt.Sprintf("a step whose batch of %d makes from %g to %g samples a second", r.Batch, leastRate, mostRate))
		}
	}
	p.m.Rows = append(p.m.Rows, *r)
	return nil
}

func (c cell) whole(name string, most int) (int, *traces.Error) {
	v, err := strconv.ParseUint(c.text, 10, 32)
	if err != nil || v < 1 || v > uint64(most) {
		return 0, c.fault(fmt.Sprintf("%s as a whole number from 1 to %d", name, most))
	}
	return int(v), nil
}

func (c cell) number(name string) (float64, *traces.Error) {
	v, err := strconv.ParseFloat(c.text, 64)
	if err != nil || strings.ContainsAny(c.text, "xX_") || !(v >= leastRate && v <= mostRate) {
		return 0, c.fault(fmt.Sprintf("%s as a number from %g to %g", name, leastRate, mostRate))
	}
	return v, nil
}

// gpuType returns the index of a type, which it adds if it is new.
func (p *parser) gpuType(c cell) (int, *traces.Error) {
	odd := func(r rune) bool { return !unicode.IsPrint(r) || r == unicode.ReplacementChar }
	if strings.TrimSpace(c.text) != c.text || c.text == "" || strings.ContainsFunc(c.text, odd) {
		return 0, c.fault("the name of a GPU type")
	}
	i := slices.Index(p.m.Types, c.text)
	if i < 0 {
		if len(p.m.Types) == maxTypes {
			return 0, c.fault(fmt.Sprintf("at most %d GPU types", maxTypes))
		}
		i = len(p.m.Types)
		p.m.Types = append(p.m.Types, c.text)
	}
	return i, nil
}
