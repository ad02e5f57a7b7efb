package experiments

import (
	"fmt"
	"reflect"
	"strings"

	"rubato/experiments/internal/strict"
	"rubato/policy"
	"rubato/simtime"
)

// Parameter describes a parameter of a policy.
type Parameter struct {
	Name, Default, Description string
	// Kind is what values look like, such as "duration" or "strict|best-effort".
	Kind string
}

// Parameters describes the parameters of a policy that has its defaults.
func Parameters(p policy.Policy) []Parameter {
	v := reflect.ValueOf(p).Elem()
	var out []Parameter
	for i := range v.NumField() {
		f := v.Type().Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		if name == "" || name == "-" {
			continue
		}
		q := Parameter{Name: name, Default: showValue(v.Field(i)), Kind: f.Type.Kind().String()}
		switch f.Type {
		case reflect.TypeFor[simtime.Duration]():
			q.Kind = "duration"
		case reflect.TypeFor[[]simtime.Duration]():
			q.Kind = "list of durations"
		}
		var enum []string
		for _, part := range strict.SplitTag(f.Tag.Get("jsonschema")) {
			key, value, _ := strings.Cut(part, "=")
			switch key {
			case "description":
				q.Description = value
			case "enum":
				enum = append(enum, value)
			}
		}
		if enum != nil {
			q.Kind = strings.Join(enum, "|")
		}
		out = append(out, q)
	}
	return out
}

// showValue formats a value as it would be written in YAML.
func showValue(v reflect.Value) string {
	if v.Kind() == reflect.Slice {
		var parts []string
		for i := range v.Len() {
			parts = append(parts, showValue(v.Index(i)))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	s := fmt.Sprint(v.Interface())
	if _, ok := v.Interface().(simtime.Duration); ok {
		if t := strings.TrimSuffix(s, "m0s"); t != s {
			s = t + "m"
		}
		if t := strings.TrimSuffix(s, "h0m"); t != s {
			s = t + "h"
		}
	}
	return s
}

// DidYouMean returns `; did you mean "…"?` with the word nearest to a name, or
// "" where none is near.
func DidYouMean(name string, words []string) string { return strict.DidYouMean(name, words) }
