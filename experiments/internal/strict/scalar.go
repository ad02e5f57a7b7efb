package strict

import (
	"encoding"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// text reads a value that knows its own form.
func (d *Doc) text(n *yaml.Node, v reflect.Value, t encoding.TextUnmarshaler, path string, r rules) {
	if n.Kind != yaml.ScalarNode || n.ShortTag() == "!!null" {
		d.fault(n, path, "got "+show(n)+", want "+r.describe(v))
		return
	}
	if len(r.enum) > 0 && !r.listed(n.Value) {
		d.notListed(n, path, r)
		return
	}
	if err := t.UnmarshalText([]byte(n.Value)); err != nil {
		d.fault(n, path, "got "+Quote(n.Value)+", want "+wanted(err, n.Value, r.describe(v)))
		return
	}
	if v.Kind() == reflect.Int64 && !r.allows(float64(v.Int())) {
		d.fault(n, path, "got "+Quote(n.Value)+", want "+r.describe(v))
	}
}

// wanted takes what is wanted from an error of the form `"got": want this`.
func wanted(err error, got, otherwise string) string {
	s := strings.TrimPrefix(err.Error(), strconv.Quote(got))
	s = strings.TrimPrefix(s, ": ")
	if i := strings.Index(s, "want "); i >= 0 {
		return s[i+len("want "):]
	}
	return otherwise + ": " + plain(strings.TrimSpace(s))
}

// scalar reads a text, number or truth value.
func (d *Doc) scalar(n *yaml.Node, v reflect.Value, path string, r rules) {
	ok := n.Kind == yaml.ScalarNode
	if ok {
		switch v.Kind() {
		case reflect.String:
			ok = readString(n, v)
		case reflect.Bool:
			ok = readBool(n, v)
		case reflect.Int:
			ok = readInt(n, v) && r.allows(float64(v.Int()))
		case reflect.Float64:
			ok = readFloat(n, v) && r.allows(v.Float())
		default:
			panic(fmt.Sprintf("strict: no reading of a %v", v.Type()))
		}
	}
	switch {
	case !ok:
		d.fault(n, path, "got "+show(n)+", want "+r.describe(v))
	case len(r.enum) > 0 && !r.listed(n.Value):
		d.notListed(n, path, r)
	}
}

func (d *Doc) notListed(n *yaml.Node, path string, r rules) {
	d.fault(n, path, "got "+Quote(n.Value)+", want "+List(r.enum)+DidYouMean(n.Value, r.enum))
}

// readString reads a text; a number is taken as it is written.
func readString(n *yaml.Node, v reflect.Value) bool {
	switch n.ShortTag() {
	case "!!str", "!!int", "!!float", "!!timestamp":
		v.SetString(n.Value)
		return true
	}
	return false
}

func readBool(n *yaml.Node, v reflect.Value) bool {
	if n.ShortTag() != "!!bool" {
		return false
	}
	b, err := strconv.ParseBool(strings.ToLower(n.Value))
	v.SetBool(b)
	return err == nil
}

// readInt reads a decimal whole number: 010 is ten, 0x10 is refused.
func readInt(n *yaml.Node, v reflect.Value) bool {
	if n.ShortTag() != "!!int" {
		return false
	}
	i, err := strconv.ParseInt(strings.ReplaceAll(n.Value, "_", ""), 10, 64)
	v.SetInt(i)
	return err == nil
}

func readFloat(n *yaml.Node, v reflect.Value) bool {
	if t := n.ShortTag(); t != "!!int" && t != "!!float" {
		return false
	}
	f, err := strconv.ParseFloat(strings.ReplaceAll(n.Value, "_", ""), 64)
	v.SetFloat(f)
	return err == nil && !math.IsNaN(f) && !math.IsInf(f, 0)
}
