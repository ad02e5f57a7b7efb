package site

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rubato/simtime"
)

// kind is that of a value of JSON or YAML.
type kind int

const (
	null kind = iota
	scalar
	list
	object
)

// value is a value of a document, JSON or YAML. The value of a key that is not
// there is nil; its methods give what stands for nothing.
type value struct {
	kind   kind
	text   string   // of a scalar
	keys   []string // of an object, in the order of the document
	items  []*value // of a list, or of the keys
	parent *value
	name   string // key or index in the parent
	at     int    // place in the document
	read   bool   // it was asked for
}

// document is a file of JSON or YAML that is being read. The first fault stays.
type document struct {
	file  string
	roots []*value
	place func(at int) (line, col int)
	fault *Error
	notes []Note
}

// key returns the value of a key; more keys lead further down.
func (v *value) key(names ...string) *value {
	for _, name := range names {
		if v == nil {
			return nil
		}
		i := slices.Index(v.keys, name)
		if i < 0 {
			return nil
		}
		v = v.items[i]
		v.read = true
	}
	if v != nil && v.kind == null {
		return nil
	}
	return v
}

// all returns the items of a list.
func (v *value) all() []*value {
	if v == nil || v.kind != list {
		return nil
	}
	return v.items
}

// path is where the value is, such as items[3].spec.
func (v *value) path() string {
	if v == nil || v.parent == nil {
		return ""
	}
	up := v.parent.path()
	if v.parent.kind == list {
		return up + "[" + v.name + "]"
	}
	if up == "" {
		return v.name
	}
	return up + "." + v.name
}

// str returns the text of a scalar, "" if there is none.
func (v *value) str() string {
	if v == nil || v.kind != scalar {
		return ""
	}
	return v.text
}

// fail notes what is wrong with a value; only the first fault counts.
func (d *document) fail(v *value, want string) {
	if d.fault != nil {
		return
	}
	d.fault = &Error{File: d.file, Path: v.path(), Got: v.str(), Want: want}
	if v != nil {
		d.fault.Line, d.fault.Col = d.place(v.at)
		if v.kind == list || v.kind == object {
			d.fault.Got = map[kind]string{list: "a list", object: "a map"}[v.kind]
		}
	}
}

// whole reads a whole number, or what stands for none.
func (d *document) whole(v *value, missing, low, high int) int {
	if v == nil {
		return missing
	}
	n, err := strconv.Atoi(v.str())
	if err != nil || n < low || n > high {
		d.fail(v, fmt.Sprintf("a whole number from %d to %d", low, high))
		return missing
	}
	return n
}

// maxCount bounds numbers of pods, nodes and GPUs, so that no product overflows.
const maxCount = 1_000_000

// count reads a number of things.
func (d *document) count(v *value, missing int) int { return d.whole(v, missing, 0, maxCount) }

// seconds reads a time in whole seconds, 0 if there is none.
func (d *document) seconds(v *value) simtime.Duration {
	return simtime.Duration(d.whole(v, 0, 0, int(simtime.Longest/simtime.Second))) * simtime.Second
}

// expect faults a value that is there and of another kind.
func (d *document) expect(v *value, k kind, want string) *value {
	if v != nil && v.kind != k {
		d.fail(v, want)
		return nil
	}
	return v
}

// note adds a note.
func (d *document) note(kind, place, format string, args ...any) {
	d.notes = append(d.notes, Note{kind, place, fmt.Sprintf(format, args...)})
}

// unread notes the keys of a map, and of maps in it, that nobody asked for. The
// keys of except are left alone.
func (d *document) unread(v *value, except ...string) {
	if v == nil {
		return
	}
	for i, item := range v.items {
		switch {
		case v.kind == object && slices.Contains(except, v.keys[i]):
		case !item.read && v.kind == object:
			d.note(Ignored, item.path(), "%s", shorten(strings.TrimSpace("not used "+item.str())))
		default:
			d.unread(item, except...)
		}
	}
}
