package strict

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// MaxBytes is the greatest size of a document.
const MaxBytes = 4 << 20

// Other limits of a document.
const (
	maxNodes = 500_000 // with every alias replaced by what it stands for
	maxDepth = 100
)

// Doc is a YAML document on its way to a Go value.
type Doc struct {
	file   string
	root   *yaml.Node
	option map[*yaml.Node]string // of nodes from the command line
	nodes  map[string]*yaml.Node // by path, once decoded
	faults Faults
	seen   map[Fault]bool
	unread bool // the text is not a document
}

// Parse reads the text of a document. The file's name is used in messages. The
// document is never nil; where its text is not YAML it is an empty map.
func Parse(file string, data []byte) *Doc {
	d := &Doc{
		file: printable(file), seen: make(map[Fault]bool),
		option: make(map[*yaml.Node]string), nodes: make(map[string]*yaml.Node),
	}
	d.root = &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Line: 1, Column: 1}
	d.parse(data)
	d.unread = d.Err() != nil
	return d
}

func (d *Doc) parse(data []byte) {
	if len(data) > MaxBytes {
		d.whole(fmt.Sprintf("got %d bytes, want at most %d: put long lists of jobs into a trace", len(data), MaxBytes))
		return
	}
	docs, err := documents(data)
	switch {
	case err != nil:
		d.syntax(data, err)
	case len(docs) == 0 || docs[0].ShortTag() == "!!null":
		d.whole("got an empty file, want a map of keys and values")
	case len(docs) > 1:
		d.add(Fault{Place: d.place(docs[1]), Text: "got a second document, want one in a file"})
	default:
		d.root = (&expander{doc: d}).expand(docs[0], 0)
	}
}

// Err returns all faults found so far, or nil.
func (d *Doc) Err() error {
	if len(d.faults) == 0 {
		return nil
	}
	return d.faults
}

// documents returns the root nodes of the first two documents.
func documents(data []byte) (docs []*yaml.Node, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("yaml: %v", r)
		}
	}()
	dec := yaml.NewDecoder(bytes.NewReader(data))
	for len(docs) < 2 {
		var n yaml.Node
		if err := dec.Decode(&n); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		if len(n.Content) == 1 {
			docs = append(docs, n.Content[0])
		}
	}
	return docs, nil
}

var unknownAnchor = regexp.MustCompile(`^unknown anchor '(.*)' referenced`)

var syntaxError = regexp.MustCompile(`^(?:yaml: )?(?:line (\d+): )?([\s\S]*)$`)

// syntax records an error of the YAML parser, with the text of its line.
func (d *Doc) syntax(data []byte, err error) {
	m := syntaxError.FindStringSubmatch(err.Error())
	reason := plain(m[2])
	n, _ := strconv.Atoi(m[1])
	lines := strings.Split(string(data), "\n")
	if a := unknownAnchor.FindStringSubmatch(reason); a != nil {
		n = 1 + slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, "*"+a[1]) })
	}
	if n < 1 || n > len(lines) {
		d.whole("want valid YAML: " + reason)
		return
	}
	line := strings.TrimRight(lines[n-1], "\r")
	text := strings.TrimLeft(line, " \t")
	if indent := line[:len(line)-len(text)]; strings.Contains(indent, "\t") {
		reason += " (indent with spaces, not tabs)"
	}
	d.add(Fault{
		Place: fmt.Sprintf("%s:%d:%d", d.file, n, len(line)-len(text)+1),
		Text:  fmt.Sprintf("got %s, want valid YAML: %s", Quote(text), reason),
	})
}

// whole records a fault of the file as a whole.
func (d *Doc) whole(text string) {
	d.add(Fault{Place: d.file, Text: text})
}

// place returns where a node stands.
func (d *Doc) place(n *yaml.Node) string {
	if o := d.option[n]; o != "" {
		return o
	}
	return fmt.Sprintf("%s:%d:%d", d.file, n.Line, n.Column)
}

// expander copies a tree with every alias replaced by what it stands for, so
// that a change to one place changes no other.
type expander struct {
	doc   *Doc
	count int
	over  bool
}

func (x *expander) expand(n *yaml.Node, depth int) *yaml.Node {
	if x.count++; x.over {
		return n
	}
	if x.count > maxNodes || depth > maxDepth {
		x.over = true
		x.doc.whole(fmt.Sprintf("want at most %d values, aliases counted each time, nested at most %d deep", maxNodes, maxDepth))
		return &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Line: n.Line, Column: n.Column}
	}
	if n.Kind == yaml.AliasNode {
		return x.expand(n.Alias, depth+1)
	}
	c := *n
	c.Content = make([]*yaml.Node, len(n.Content))
	for i := range n.Content {
		c.Content[i] = x.expand(n.Content[i], depth+1)
	}
	return &c
}
