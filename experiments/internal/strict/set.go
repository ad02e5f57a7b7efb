package strict

import (
	"fmt"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// Set changes the document before it is decoded: the value at a path such as
// availability[0].notice or availability.0.notice becomes the YAML text given.
// The option, as given on the command line, takes the place of file and line
// in messages. Maps on the way are made; whether their keys are known is found
// out by Decode.
func (d *Doc) Set(option, path, text string) {
	if d.unread {
		return
	}
	option = printable(option)
	value, err := fragment(text)
	if err != nil {
		d.add(Fault{Place: option, Text: fmt.Sprintf("got %s, want a YAML value: %v", Quote(text), err)})
		return
	}
	d.mark(value, option)
	at := &d.root
	done := ""
	for _, step := range steps(path) {
		list := (*at).Kind == yaml.SequenceNode
		next, fault := d.descend(at, step, option)
		if fault != "" {
			d.add(Fault{Place: option, Path: done, Text: fault})
			return
		}
		if list {
			done += "[" + step.key + "]"
		} else {
			done = join(done, step.key)
		}
		at = next
	}
	*at = value
}

// fragment parses the text of one value.
func fragment(text string) (*yaml.Node, error) {
	docs, err := documents([]byte(text))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s", strings.TrimPrefix(err.Error(), "yaml: "))
	case len(docs) > 1:
		return nil, fmt.Errorf("there are two documents")
	case len(docs) == 0:
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!null"}, nil
	}
	x := &expander{doc: &Doc{seen: make(map[Fault]bool)}}
	n := x.expand(docs[0], 0)
	if x.over {
		return nil, fmt.Errorf("it is too big")
	}
	return n, nil
}

// mark notes that a node and all below it come from the command line.
func (d *Doc) mark(n *yaml.Node, option string) {
	d.option[n] = option
	for _, c := range n.Content {
		d.mark(c, option)
	}
}

// step is one step of a path.
type step struct {
	key   string
	index bool // written in brackets
}

func steps(path string) []step {
	var out []step
	for part := range strings.SplitSeq(path, ".") {
		name, rest, bracket := strings.Cut(part, "[")
		if name != "" || !bracket {
			out = append(out, step{key: name})
		}
		for bracket {
			var i string
			i, rest, _ = strings.Cut(rest, "]")
			out = append(out, step{key: i, index: true})
			_, rest, bracket = strings.Cut(rest, "[")
		}
	}
	return out
}

// descend returns the place of what a step leads to, or a fault.
func (d *Doc) descend(at **yaml.Node, s step, option string) (**yaml.Node, string) {
	n := *at
	if n.Kind == yaml.SequenceNode {
		i, err := strconv.Atoi(s.key)
		if err != nil || i < 0 || i >= len(n.Content) {
			return nil, fmt.Sprintf("got the entry %s, want %s", Quote(s.key), entriesOf(n))
		}
		return &n.Content[i], ""
	}
	if n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" {
		*at = &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Line: n.Line, Column: n.Column}
		d.option[*at] = option
		n = *at
	}
	if n.Kind != yaml.MappingNode || s.index {
		return nil, fmt.Sprintf("got the path %s into %s, want one that leads there", Quote(s.key), show(n))
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == s.key {
			return &n.Content[i+1], ""
		}
	}
	key := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: s.key}
	value := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!null"}
	d.option[key], d.option[value] = option, option
	n.Content = append(n.Content, key, value)
	return &n.Content[len(n.Content)-1], ""
}

func entriesOf(n *yaml.Node) string {
	if len(n.Content) == 0 {
		return "no entry: the list is empty"
	}
	return fmt.Sprintf("a number from 0 to %d", len(n.Content)-1)
}
