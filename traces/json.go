package traces

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"rubato/internal/words"
)

// jsonText is the text of a source read as JSON, with the line and column of every
// value.
type jsonText struct {
	src    *source
	dec    *json.Decoder
	rest   string // of the line handed out last
	size   int64  // bytes handed out
	starts []lineStart
	err    error // of the source
}

// lineStart is where a line starts in what the decoder reads.
type lineStart struct {
	offset int64
	num    int
}

func (s *source) json() *jsonText {
	t := &jsonText{src: s}
	t.dec = json.NewDecoder(t)
	return t
}

// Read hands the lines of the source to the decoder.
func (t *jsonText) Read(p []byte) (int, error) {
	if t.rest == "" {
		l, ok, err := t.src.next()
		if t.err = err; err != nil {
			return 0, err
		}
		if !ok {
			return 0, io.EOF
		}
		t.rest = l.text + "\n"
		t.starts = append(t.starts, lineStart{t.size, l.num})
	}
	n := copy(p, t.rest)
	t.rest = t.rest[n:]
	t.size += int64(n)
	return n, nil
}

// at returns the line and column of an offset, and forgets the lines before it.
func (t *jsonText) at(offset int64) (line, col int) {
	for len(t.starts) > 1 && t.starts[1].offset <= offset {
		t.starts = t.starts[1:]
	}
	if len(t.starts) == 0 {
		return 1, 1
	}
	return t.starts[0].num, int(offset-t.starts[0].offset) + 1
}

// value reads the next value whole, and returns where it starts.
func (t *jsonText) value() (raw json.RawMessage, line, col int, err error) {
	if err := t.dec.Decode(&raw); err != nil {
		return nil, 0, 0, t.fault(err)
	}
	line, col = t.at(t.dec.InputOffset() - int64(len(raw)))
	return raw, line, col, nil
}

// array calls each with the elements of the array that comes next.
func (t *jsonText) array(each func(jsonValue) *Error) error {
	if err := t.open('['); err != nil {
		return err
	}
	for t.dec.More() {
		raw, line, col, err := t.value()
		if err != nil {
			return err
		}
		if fault := each(jsonValue{raw, line, col}); fault != nil {
			if err := t.src.reject(fault); err != nil {
				return err
			}
		}
	}
	_, err := t.dec.Token()
	return t.fault(err)
}

// open reads the bracket that must come next.
func (t *jsonText) open(bracket json.Delim) error {
	token, err := t.dec.Token()
	if err != nil {
		return t.fault(err)
	}
	if token != bracket {
		line, col := t.at(t.dec.InputOffset() - 1)
		return &Error{File: t.src.name, Line: line, Col: col, Got: fmt.Sprint(token), Want: fmt.Sprintf("%v", bracket)}
	}
	return nil
}

// end checks that nothing follows.
func (t *jsonText) end() error {
	_, err := t.dec.Token()
	if errors.Is(err, io.EOF) && t.err == nil {
		return nil
	}
	if err == nil {
		line, col := t.at(t.dec.InputOffset() - 1)
		return &Error{File: t.src.name, Line: line, Col: col, Want: "nothing after the end of the JSON value"}
	}
	return t.fault(err)
}

// fault returns an error of the decoder with its place.
func (t *jsonText) fault(err error) error {
	if err == nil || t.err != nil {
		return t.err
	}
	offset := t.dec.InputOffset() + t.wrongByte()
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		offset = max(0, t.size-1)
	}
	line, col := t.at(offset)
	return &Error{File: t.src.name, Line: line, Col: col, Got: err.Error(), Want: "JSON"}
}

// wrongByte returns where in the value that comes next its syntax is wrong. The
// offset in the decoder's own error leaves out what was read as tokens.
func (t *jsonText) wrongByte() int64 {
	next, _ := io.ReadAll(t.dec.Buffered())
	value := bytes.TrimLeft(next, " \t\n,:")
	var raw json.RawMessage
	var syntax *json.SyntaxError
	if errors.As(json.NewDecoder(bytes.NewReader(value)).Decode(&raw), &syntax) {
		return int64(len(next)-len(value)) + syntax.Offset - 1
	}
	return 0
}

// jsonValue is a value and where it starts.
type jsonValue struct {
	raw       json.RawMessage
	line, col int
}

// fault returns the error of a value that is not what is wanted.
func (v jsonValue) fault(want, reason string) *Error {
	return &Error{Line: v.line, Col: v.col, Got: string(v.raw), Want: want, reason: reason}
}

// place returns the line and column of an offset in the value.
func (v jsonValue) place(offset int) (line, col int) {
	before := v.raw[:offset]
	if n := bytes.Count(before, []byte("\n")); n > 0 {
		return v.line + n, offset - bytes.LastIndexByte(before, '\n')
	}
	return v.line, v.col + offset
}

// parseJSON reads a line that is one value.
func parseJSON(l line) (jsonValue, *Error) {
	text := strings.TrimSpace(l.text)
	v := jsonValue{json.RawMessage(text), l.num, 1 + strings.Index(l.text, text)}
	if !json.Valid(v.raw) {
		return v, v.fault("JSON", "not JSON")
	}
	return v, nil
}

// elements returns the elements of an array.
func (v jsonValue) elements() ([]jsonValue, *Error) {
	if !bytes.HasPrefix(v.raw, []byte("[")) {
		return nil, v.fault("an array", "not an array")
	}
	var out []jsonValue
	dec := json.NewDecoder(bytes.NewReader(v.raw))
	dec.Token()
	for dec.More() {
		var raw json.RawMessage
		if dec.Decode(&raw) != nil {
			return nil, v.fault("an array", "not an array")
		}
		line, col := v.place(int(dec.InputOffset()) - len(raw))
		out = append(out, jsonValue{raw, line, col})
	}
	return out, nil
}

// object is a JSON object with its values by key.
type object struct {
	jsonValue
	keys   []string
	values []jsonValue
}

// object reads the value as an object with the given keys, of which those that
// end in ? may be missing.
func (v jsonValue) object(keys ...string) (object, *Error) {
	if !bytes.HasPrefix(v.raw, []byte("{")) {
		return object{}, v.fault("an object with "+strings.Join(keys, ", "), "not an object")
	}
	o := v.anyObject()
	return o, o.check(keys)
}

// anyObject reads the value, an object with any keys.
func (v jsonValue) anyObject() object {
	o := object{jsonValue: v}
	dec := json.NewDecoder(bytes.NewReader(v.raw))
	dec.Token()
	for dec.More() {
		key, _ := dec.Token()
		var raw json.RawMessage
		if dec.Decode(&raw) != nil {
			return o
		}
		line, col := v.place(int(dec.InputOffset()) - len(raw))
		o.keys = append(o.keys, fmt.Sprint(key))
		o.values = append(o.values, jsonValue{raw, line, col})
	}
	return o
}

// check refuses keys that are missing, there twice, or unknown.
func (o object) check(keys []string) *Error {
	names := make([]string, len(keys))
	for i, k := range keys {
		names[i] = strings.TrimSuffix(k, "?")
	}
	for i, k := range o.keys {
		if best, edits := words.Nearest(k, names); edits != 0 {
			return o.values[i].wrongKey(k, fmt.Sprintf("one of the keys %s (the nearest is %q)", strings.Join(names, ", "), best))
		}
		if slices.Contains(o.keys[:i], k) {
			return o.values[i].wrongKey(k, "each key once")
		}
	}
	for _, k := range keys {
		if _, ok := o.get(k); !ok {
			return o.fault(fmt.Sprintf("an object with the key %q", k), "missing "+k)
		}
	}
	return nil
}

func (v jsonValue) wrongKey(key, want string) *Error {
	return &Error{Line: v.line, Col: v.col, Got: key, Want: want, reason: "unknown key " + key}
}

// get returns the value of a key; ok is false for one that must be there and is
// not.
func (o object) get(key string) (v jsonValue, ok bool) {
	name, optional := strings.CutSuffix(key, "?")
	for i, k := range o.keys {
		if k == name {
			return o.values[i], true
		}
	}
	return v, optional
}

// field returns the number or text of a key as a cell of a table is.
func (o object) field(key string) field {
	v, _ := o.get(key)
	return v.field(key)
}

// field returns a number, or the text in a string, as a cell of a table is.
func (v jsonValue) field(name string) field {
	text := string(v.raw)
	if strings.HasPrefix(text, `"`) {
		// The raw value is JSON already: it cannot fail to be read.
		json.Unmarshal(v.raw, &text)
	}
	return field{name, text, v.line, v.col}
}

// oneLine refuses text that no line of a file could hold.
func (f field) oneLine() *Error {
	if strings.ContainsAny(f.text, "\x00\r\n") {
		return f.fault("text without line ends and NUL bytes")
	}
	return nil
}
