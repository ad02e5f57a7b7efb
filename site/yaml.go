package site

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"gopkg.in/yaml.v3"
)

const (
	colBits   = 20      // of a place, those of the column
	maxValues = 1 << 20 // of a YAML document, aliases replaced
)

// yamlReader builds the values of a text of YAML.
type yamlReader struct {
	*document
	values int
}

// parseYAML reads the documents of a YAML file.
func parseYAML(file string, data []byte) (*document, error) {
	d := &document{file: file, place: func(at int) (int, int) { return at >> colBits, at & (1<<colBits - 1) }}
	r := &yamlReader{document: d}
	dec := yaml.NewDecoder(bytes.NewReader(data))
	for {
		var n yaml.Node
		switch err := dec.Decode(&n); {
		case errors.Is(err, io.EOF):
			return d, nil
		case err != nil:
			return nil, &Error{File: file, Got: err.Error(), Want: "YAML"}
		}
		v, err := r.value(&n, nil, "", 0)
		if err != nil {
			return nil, err
		}
		if v.kind != null {
			d.roots = append(d.roots, v)
		}
	}
}

// value builds a value; aliases become what they stand for.
func (r *yamlReader) value(n *yaml.Node, parent *value, name string, depth int) (*value, error) {
	if r.values++; r.values > maxValues || depth > maxDepth {
		return nil, &Error{File: r.file, Line: n.Line, Col: n.Column, Got: n.Value,
			Want: fmt.Sprintf("at most %d values and %d levels, aliases replaced", maxValues, maxDepth)}
	}
	v := &value{parent: parent, name: name, at: n.Line<<colBits | min(n.Column, 1<<colBits-1)}
	switch n.Kind {
	case yaml.DocumentNode:
		return r.value(n.Content[0], parent, name, depth+1)
	case yaml.AliasNode:
		return r.value(n.Alias, parent, name, depth+1)
	case yaml.ScalarNode:
		if n.Tag != "!!null" {
			v.kind, v.text = scalar, n.Value
		}
		return v, nil
	case yaml.SequenceNode:
		v.kind = list
		for i, item := range n.Content {
			if err := r.add(v, item, strconv.Itoa(i), depth); err != nil {
				return nil, err
			}
		}
		return v, nil
	}
	v.kind = object
	for i := 0; i+1 < len(n.Content); i += 2 {
		k := n.Content[i]
		if slices.Contains(v.keys, k.Value) {
			return nil, &Error{File: r.file, Line: k.Line, Col: k.Column, Got: k.Value, Want: "each key once"}
		}
		v.keys = append(v.keys, k.Value)
		if err := r.add(v, n.Content[i+1], k.Value, depth); err != nil {
			return nil, err
		}
	}
	return v, nil
}

func (r *yamlReader) add(v *value, n *yaml.Node, name string, depth int) error {
	item, err := r.value(n, v, name, depth+1)
	v.items = append(v.items, item)
	return err
}
