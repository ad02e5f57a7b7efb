package strict

import (
	"fmt"
	"reflect"
	"strings"

	"gopkg.in/yaml.v3"
)

// Node is a place in a document, for types that are [Custom].
type Node struct {
	doc  *Doc
	node *yaml.Node
	path string
}

// Path returns the node's path, such as policies.fifo.
func (n Node) Path() string { return n.path }

// IsScalar reports whether the node is a single value, and not nothing.
func (n Node) IsScalar() bool {
	return n.node.Kind == yaml.ScalarNode && !n.IsNull()
}

// IsNull reports whether the node is nothing, as in "key:" or "key: null".
func (n Node) IsNull() bool { return n.node.Kind == yaml.ScalarNode && n.node.ShortTag() == "!!null" }

// IsList reports whether the node is a list.
func (n Node) IsList() bool { return n.node.Kind == yaml.SequenceNode }

// IsMap reports whether the node is a map.
func (n Node) IsMap() bool { return n.node.Kind == yaml.MappingNode }

// Has reports whether the node is a map with a key.
func (n Node) Has(key string) bool {
	for i := 0; n.IsMap() && i+1 < len(n.node.Content); i += 2 {
		if n.node.Content[i].Value == key {
			return true
		}
	}
	return false
}

// Text returns a single value as it is written.
func (n Node) Text() string { return n.node.Value }

// Place returns where the node stands: file:line:column, or the option of the command
// line that it comes from.
func (n Node) Place() string { return n.doc.place(n.node) }

// YAML returns the node as YAML on one line.
func (n Node) YAML() string {
	text, err := yaml.Marshal(onOneLine(n.node))
	if err != nil {
		return n.node.Value
	}
	return strings.TrimSpace(string(text))
}

func onOneLine(n *yaml.Node) *yaml.Node {
	c := yaml.Node{Kind: n.Kind, Tag: n.Tag, Value: n.Value, Style: n.Style | yaml.FlowStyle}
	if strings.Contains(n.Value, "\n") {
		c.Style = yaml.DoubleQuotedStyle
	}
	for _, child := range n.Content {
		c.Content = append(c.Content, onOneLine(child))
	}
	return &c
}

// Items returns the entries of a list.
func (n Node) Items() []Node {
	if !n.IsList() {
		return nil
	}
	out := make([]Node, len(n.node.Content))
	for i, c := range n.node.Content {
		out[i] = Node{n.doc, c, fmt.Sprintf("%s[%d]", n.path, i)}
	}
	return out
}

// Into reads the node into the value that v points to, by the rules of a
// jsonschema tag.
func (n Node) Into(v any, tag string) {
	n.doc.value(n.node, reflect.ValueOf(v).Elem(), n.path, rulesOf(tag))
}

// Take reads the entry of a map under a key into the value that v points to
// and takes it out of the map. It reports whether there is one.
func (n *Node) Take(key string, v any) bool {
	if !n.IsMap() {
		return false
	}
	rest := *n.node
	rest.Content = nil
	found := false
	for i := 0; i+1 < len(n.node.Content); i += 2 {
		k := n.node.Content[i]
		if k.Value == key && !found {
			found = true
			n.doc.value(n.node.Content[i+1], reflect.ValueOf(v).Elem(), join(n.path, key), rules{})
			continue
		}
		rest.Content = append(rest.Content, k, n.node.Content[i+1])
	}
	if o := n.doc.option[n.node]; o != "" {
		n.doc.option[&rest] = o
	}
	n.node = &rest
	return found
}

// Wrong records that the node is not what is wanted.
func (n Node) Wrong(want string) {
	n.doc.fault(n.node, n.path, "got "+show(n.node)+", want "+want)
}

// Problem records a fault of the node in the caller's words.
func (n Node) Problem(text string) { n.doc.fault(n.node, n.path, text) }
