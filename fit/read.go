package fit

import (
	"fmt"
	"slices"
	"strings"

	"rubato/internal/words"
	"rubato/traces"
)

// Columns of a file of measurements. One of the last three says how fast it was.
const (
	colGPUs    = "gpus"
	colNodes   = "nodes"
	colBatch   = "batch"
	colType    = "gpu_type"
	colSeconds = "seconds_per_step"
	colSamples = "samples_per_second"
	colTokens  = "tokens_per_second"
)

var (
	columns = []string{colGPUs, colNodes, colBatch, colType, colSeconds, colSamples, colTokens}
	speeds  = []string{colSeconds, colSamples, colTokens}
)

// Layout says what a file of measurements does not.
type Layout struct {
	// ReplicaGPUs is how many GPUs make a replica; 0 stands for 1.
	ReplicaGPUs int
	// GPUsPerNode, if it is set, gives the nodes of a file without the column:
	// as few as hold the GPUs.
	GPUsPerNode int
}

const (
	maxRows  = 10_000
	maxBytes = 10 << 20
)

// Read reads a CSV file of measurements with a header. Every fault is a
// *traces.Error with line and column.
func Read(name string, data []byte, l Layout) (*Measurements, error) {
	p := &parser{m: &Measurements{File: name, ReplicaGPUs: max(1, l.ReplicaGPUs)}, layout: l}
	if err := p.read(string(data)); err != nil {
		err.File = name
		return nil, err
	}
	return p.m, nil
}

// parser is a file on its way in.
type parser struct {
	m       *Measurements
	layout  Layout
	columns []string
	speed   string // the column of it
}

func (p *parser) read(text string) *traces.Error {
	if len(text) > maxBytes {
		return &traces.Error{Got: fmt.Sprintf("%d bytes", len(text)), Want: "a file of at most 10 MiB"}
	}
	num := 0
	for line := range strings.SplitSeq(strings.TrimPrefix(text, "\ufeff"), "\n") {
		num++
		if err := p.line(num, strings.TrimSuffix(line, "\r")); err != nil {
			return err
		}
	}
	switch {
	case p.columns == nil:
		return &traces.Error{Line: 1, Col: 1, Want: "a header such as gpus,nodes,batch,samples_per_second, but the file is empty"}
	case len(p.m.Rows) == 0:
		return &traces.Error{Line: num, Col: 1, Want: "a row of measurements below the header"}
	}
	return nil
}

// line reads a line; one that is empty is no row.
func (p *parser) line(num int, text string) *traces.Error {
	if i := strings.IndexAny(text, "\r\x00\""); i >= 0 {
		want := map[byte]string{
			'\r': "no carriage return within a line",
			0:    "text without NUL bytes",
			'"':  "fields without quotes",
		}[text[i]]
		return &traces.Error{Line: num, Col: i + 1, Got: text[i:], Want: want}
	}
	switch {
	case text == "":
		return nil
	case p.columns == nil:
		return p.header(num, text)
	case len(p.m.Rows) == maxRows:
		return &traces.Error{Line: num, Col: 1, Got: text, Want: fmt.Sprintf("at most %d rows", maxRows)}
	}
	return p.row(num, text)
}

func (p *parser) header(num int, text string) *traces.Error {
	for _, c := range cells(num, text) {
		switch {
		case !slices.Contains(columns, c.text):
			return c.fault("one of the columns " + strings.Join(columns, ", ") + nearest(c.text))
		case slices.Contains(p.columns, c.text):
			return c.fault("a column that is not there already")
		case slices.Contains(speeds, c.text) && p.speed != "":
			return c.fault("one column of speed, and there is " + p.speed)
		case slices.Contains(speeds, c.text):
			p.speed = c.text
		}
		p.columns = append(p.columns, c.text)
	}
	return p.complete(num, text)
}

// complete checks that no column is missing.
func (p *parser) complete(num int, text string) *traces.Error {
	p.m.HasNodes = slices.Contains(p.columns, colNodes)
	p.m.HasBatch = slices.Contains(p.columns, colBatch)
	want := ""
	switch {
	case !slices.Contains(p.columns, colGPUs):
		want = "a header with the column gpus"
	case p.speed == "":
		want = "a header with one of the columns " + strings.Join(speeds, ", ")
	case p.speed == colSeconds && !p.m.HasBatch:
		want = "the column batch beside seconds_per_step: without it the throughput is not known"
	case p.m.HasNodes && p.layout.GPUsPerNode > 0:
		return &traces.Error{Line: num, Col: 1, Got: text, Want: "no column nodes together with --gpus-per-node, for it says the same"}
	}
	if want != "" {
		return &traces.Error{Line: num, Col: 1, Got: text, Want: want}
	}
	p.m.HasNodes = p.m.HasNodes || p.layout.GPUsPerNode > 0
	p.m.Unit = "samples/s"
	if p.speed == colTokens {
		p.m.Unit = "tokens/s"
	}
	if !slices.Contains(p.columns, colType) {
		p.m.Types = []string{""}
	}
	return nil
}

// nearest names the column that a misspelt one most likely means.
func nearest(name string) string {
	best, edits := words.Nearest(name, columns)
	if edits > len(best)/2 {
		return ""
	}
	return fmt.Sprintf(" (the nearest is %q)", best)
}
