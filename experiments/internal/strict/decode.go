package strict

import (
	"encoding"
	"fmt"
	"reflect"
	"strings"

	"gopkg.in/yaml.v3"
)

// Custom is implemented by values that read more than one form of YAML.
type Custom interface {
	// DecodeNode reads the node and records its faults there.
	DecodeNode(n Node)
}

// Decode reads the document into the value that v points to.
func (d *Doc) Decode(v any) {
	if !d.unread {
		d.value(d.root, reflect.ValueOf(v).Elem(), "", rules{})
	}
}

// value reads a node into v, which is addressable.
func (d *Doc) value(n *yaml.Node, v reflect.Value, path string, r rules) {
	d.nodes[path] = n
	switch t := v.Addr().Interface().(type) {
	case Custom:
		t.DecodeNode(Node{d, n, path})
		return
	case encoding.TextUnmarshaler:
		d.text(n, v, t, path, r)
		return
	case mapping:
		d.entries(n, t, path)
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		d.value(n, v.Elem(), path, r)
	case reflect.Struct:
		d.structure(n, v, path)
	case reflect.Slice:
		d.list(n, v, path, r)
	default:
		d.scalar(n, v, path, r)
	}
}

// structure reads a map into the fields of a struct.
func (d *Doc) structure(n *yaml.Node, v reflect.Value, path string) {
	fields := fieldsOf(v)
	if !d.isMap(n, path, "a map with "+wantKeys(fields)) {
		return
	}
	for _, p := range d.pairs(n, path) {
		f, ok := lookup(fields, p.key.Value)
		if !ok {
			d.fault(p.key, join(path, p.key.Value), fmt.Sprintf("got the unknown key %s, want %s%s",
				Quote(p.key.Value), wantKeys(fields), DidYouMean(p.key.Value, names(fields))))
			continue
		}
		d.value(p.value, f.value, join(path, f.name), f.rules)
	}
	for _, f := range fields {
		if f.rules.required && d.nodes[join(path, f.name)] == nil {
			d.fault(n, path, fmt.Sprintf("got no %q, which is required", f.name))
		}
	}
}

func wantKeys(fields []field) string {
	if len(fields) == 0 {
		return "no key at all"
	}
	return "the keys " + strings.Join(names(fields), ", ")
}

// list reads a list into a slice.
func (d *Doc) list(n *yaml.Node, v reflect.Value, path string, r rules) {
	if n.Kind != yaml.SequenceNode {
		d.fault(n, path, "got "+show(n)+", want a list")
		return
	}
	if len(n.Content) == 0 && r.nonempty {
		d.fault(n, path, "got an empty list, want at least one entry")
	}
	v.Set(reflect.MakeSlice(v.Type(), len(n.Content), len(n.Content)))
	for i, e := range n.Content {
		d.value(e, v.Index(i), fmt.Sprintf("%s[%d]", path, i), r)
	}
}

// pair is an entry of a map.
type pair struct{ key, value *yaml.Node }

// pairs returns the entries of a map whose keys are fit to be read: plain
// values, each there once.
func (d *Doc) pairs(n *yaml.Node, path string) []pair {
	var out []pair
	lines := make(map[string]int)
	for i := 0; i+1 < len(n.Content); i += 2 {
		k := n.Content[i]
		first := lines[k.Value]
		switch {
		case k.Kind != yaml.ScalarNode || k.ShortTag() == "!!null":
			d.fault(k, path, "got "+show(k)+" as a key, want a word")
		case k.ShortTag() == "!!merge":
			d.fault(k, path, `got the merge key "<<", want the keys written out`)
		case first > 0:
			d.fault(k, join(path, k.Value), fmt.Sprintf("got %s twice, want it once; the first is in line %d", Quote(k.Value), first))
		default:
			lines[k.Value] = max(1, k.Line)
			out = append(out, pair{k, n.Content[i+1]})
		}
	}
	return out
}

func (d *Doc) isMap(n *yaml.Node, path, want string) bool {
	if n.Kind != yaml.MappingNode {
		d.fault(n, path, "got "+show(n)+", want "+want)
		return false
	}
	return true
}

func join(path, key string) string {
	if path == "" {
		return plain(key)
	}
	return path + "." + plain(key)
}
