package strict

import (
	"fmt"
	"strings"

	"gopkg.in/yaml.v3"
)

// Wrong records that the value at a path is not what is wanted. Of several
// paths the first that the document has is at fault.
func (d *Doc) Wrong(want string, paths ...string) {
	path, n := d.find(paths)
	d.fault(n, path, "got "+show(n)+", want "+want)
}

// Problem records a fault in the caller's words at the first of the paths that
// the document has.
func (d *Doc) Problem(text string, paths ...string) {
	path, n := d.find(paths)
	d.fault(n, path, text)
}

// Option records a fault of an option of the command line.
func (d *Doc) Option(option, text string) {
	d.add(Fault{Place: printable(option), Text: text})
}

// Repeat records a fault that another reading of the document found.
func (d *Doc) Repeat(f Fault) { d.add(f) }

// Has reports whether the document has a value at a path.
func (d *Doc) Has(path string) bool { return d.nodes[path] != nil }

// Scalar returns the text of the single value at a path, and whether there is one.
func (d *Doc) Scalar(path string) (string, bool) {
	n := d.nodes[path]
	if n == nil || n.Kind != yaml.ScalarNode || n.ShortTag() == "!!null" {
		return "", false
	}
	return n.Value, true
}

// find returns the first path that the document has, or what is nearest above
// the first of them.
func (d *Doc) find(paths []string) (string, *yaml.Node) {
	for _, p := range paths {
		if n := d.nodes[p]; n != nil {
			return p, n
		}
	}
	for p := paths[0]; p != ""; p = parent(p) {
		if n := d.nodes[p]; n != nil {
			return paths[0], n
		}
	}
	return paths[0], d.root
}

func parent(path string) string {
	return path[:max(0, strings.LastIndexAny(path, ".["))]
}

func (d *Doc) fault(n *yaml.Node, path, text string) {
	d.add(Fault{Place: d.place(n), Path: path, Text: text})
}

// add records a fault unless it is known already: an alias may repeat one.
func (d *Doc) add(f Fault) {
	if !d.seen[f] {
		d.seen[f] = true
		d.faults = append(d.faults, f)
	}
}

// show names what a node is: its text, or its kind.
func show(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.MappingNode && len(n.Content) == 0:
		return "an empty map"
	case n.Kind == yaml.MappingNode:
		return "a map"
	case n.Kind == yaml.SequenceNode && len(n.Content) == 0:
		return "an empty list"
	case n.Kind == yaml.SequenceNode:
		return fmt.Sprintf("a list of %d", len(n.Content))
	case n.ShortTag() == "!!null":
		return "nothing"
	}
	return Quote(n.Value)
}
