package strict

import (
	"reflect"
	"strconv"
	"strings"

	"rubato/simtime"
)

// field is a field of a struct under its name in YAML.
type field struct {
	name  string
	value reflect.Value
	rules rules
}

// fieldsOf lists the fields of a struct, those of embedded structs in place.
func fieldsOf(v reflect.Value) []field {
	var out []field
	for i := range v.NumField() {
		f := v.Type().Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		switch {
		case f.Anonymous && name == "":
			out = append(out, fieldsOf(v.Field(i))...)
		case f.IsExported() && name != "" && name != "-":
			out = append(out, field{name, v.Field(i), rulesOf(f.Tag.Get("jsonschema"))})
		}
	}
	return out
}

func names(fields []field) []string {
	out := make([]string, len(fields))
	for i, f := range fields {
		out[i] = f.name
	}
	return out
}

func lookup(fields []field, name string) (field, bool) {
	for _, f := range fields {
		if f.name == name {
			return f, true
		}
	}
	return field{}, false
}

// rules are what the tag jsonschema says of a field.
type rules struct {
	required, nonempty   bool
	minimum, over, limit *float64 // at least, more than, at most
	enum                 []string
}

func rulesOf(tag string) rules {
	var r rules
	for _, part := range SplitTag(tag) {
		key, value, _ := strings.Cut(part, "=")
		number := func() *float64 {
			f, err := strconv.ParseFloat(value, 64)
			if err != nil {
				panic("strict: bad tag " + tag)
			}
			return &f
		}
		switch key {
		case "required":
			r.required = true
		case "minItems":
			r.nonempty = value == "1"
		case "minimum":
			r.minimum = number()
		case "exclusiveMinimum":
			r.over = number()
		case "maximum":
			r.limit = number()
		case "enum":
			r.enum = append(r.enum, value)
		}
	}
	return r
}

// SplitTag splits a jsonschema tag at its commas, except those after a
// backslash, which it keeps without the backslash.
func SplitTag(tag string) []string {
	parts := strings.Split(strings.ReplaceAll(tag, `\,`, "\x00"), ",")
	for i := range parts {
		parts[i] = strings.ReplaceAll(parts[i], "\x00", ",")
	}
	return parts
}

func (r rules) listed(s string) bool {
	for _, e := range r.enum {
		if e == s {
			return true
		}
	}
	return false
}

func (r rules) allows(f float64) bool {
	return (r.minimum == nil || f >= *r.minimum) && (r.over == nil || f > *r.over) && (r.limit == nil || f <= *r.limit)
}

// describe says in words what a value of v's type under the rules is.
func (r rules) describe(v reflect.Value) string {
	if len(r.enum) > 0 {
		return List(r.enum)
	}
	if _, ok := v.Interface().(simtime.Duration); ok {
		if r.over != nil {
			return "a duration over 0, such as 90s, 30m, 6h or 7d"
		}
		return "a duration such as 90s, 30m, 6h or 7d"
	}
	switch v.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.Int:
		return "a whole number" + r.bounds()
	case reflect.Float64:
		return "a number" + r.bounds()
	case reflect.Pointer:
		return r.describe(reflect.New(v.Type().Elem()).Elem())
	}
	return "a text"
}

func (r rules) bounds() string {
	number := func(f *float64) string { return strconv.FormatFloat(*f, 'f', -1, 64) }
	var s []string
	if r.minimum != nil {
		s = append(s, "of at least "+number(r.minimum))
	}
	if r.over != nil {
		s = append(s, "over "+number(r.over))
	}
	if r.limit != nil {
		s = append(s, "of at most "+number(r.limit))
	}
	if len(s) == 0 {
		return ""
	}
	return " " + strings.Join(s, " and ")
}
