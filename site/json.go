package site

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
)

// maxDepth bounds maps and lists within each other.
const maxDepth = 100

// jsonReader builds the values of a text of JSON.
type jsonReader struct {
	*document
	dec  *json.Decoder
	data []byte
}

// parseJSON reads one or more values of JSON.
func parseJSON(file string, data []byte) (*document, error) {
	d := &document{file: file, place: func(at int) (int, int) { return lineOf(data, at) }}
	r := &jsonReader{d, json.NewDecoder(bytes.NewReader(data)), data}
	r.dec.UseNumber()
	for r.dec.More() {
		v, err := r.value(nil, "", 0)
		if err != nil {
			return nil, r.located(err)
		}
		d.roots = append(d.roots, v)
	}
	if d.fault != nil {
		return nil, d.fault
	}
	return d, nil
}

// lineOf returns line and column of an offset.
func lineOf(data []byte, at int) (line, col int) {
	before := data[:min(at, len(data))]
	return bytes.Count(before, []byte("\n")) + 1, len(before) - bytes.LastIndexByte(before, '\n')
}

// located gives a fault its place. The decoder knows that of tokens only, so that
// a fault of the syntax is looked for again.
func (r *jsonReader) located(err error) error {
	at := int(r.dec.InputOffset())
	var syntax *json.SyntaxError
	if whole := json.Unmarshal(r.data, new(json.RawMessage)); errors.As(whole, &syntax) && !errors.As(err, new(*structureError)) {
		at, err = int(syntax.Offset)-1, syntax
	}
	line, col := lineOf(r.data, at)
	rest, _, _ := bytes.Cut(r.data[min(at, len(r.data)):], []byte("\n"))
	return &Error{File: r.file, Line: line, Col: col, Got: string(rest), Want: "JSON: " + err.Error()}
}

// structureError is a fault that JSON allows and this package does not.
type structureError struct{ string }

func (e *structureError) Error() string { return e.string }

// value reads the next value.
func (r *jsonReader) value(parent *value, name string, depth int) (*value, error) {
	if depth > maxDepth {
		return nil, &structureError{fmt.Sprintf("more than %d levels", maxDepth)}
	}
	token, err := r.dec.Token()
	if err != nil {
		return nil, err
	}
	v := &value{parent: parent, name: name, at: r.start(token)}
	switch t := token.(type) {
	case json.Delim:
		return v, r.inside(v, t, depth)
	case string:
		v.kind, v.text = scalar, t
	case json.Number:
		v.kind, v.text = scalar, t.String()
	case bool:
		v.kind, v.text = scalar, strconv.FormatBool(t)
	}
	return v, nil
}

// start is where a token that was just read begins, as far as its length tells.
func (r *jsonReader) start(token json.Token) int {
	end := int(r.dec.InputOffset())
	switch t := token.(type) {
	case string:
		quote := end - len(t) - 2
		if quote >= 0 && r.data[quote] == '"' {
			return quote
		}
	case json.Number:
		return end - len(t)
	}
	return end - 1
}

// inside reads what is between brackets.
func (r *jsonReader) inside(v *value, open json.Delim, depth int) error {
	v.kind = map[json.Delim]kind{'{': object, '[': list}[open]
	for r.dec.More() {
		name := strconv.Itoa(len(v.items))
		if v.kind == object {
			token, err := r.dec.Token()
			if err != nil {
				return err
			}
			name = token.(string)
			if len(v.keys) < 1000 && slices.Contains(v.keys, name) {
				return &structureError{fmt.Sprintf("the key %q is there twice", name)}
			}
			v.keys = append(v.keys, name)
		}
		item, err := r.value(v, name, depth+1)
		if err != nil {
			return err
		}
		v.items = append(v.items, item)
	}
	_, err := r.dec.Token()
	return err
}
