package strict

import (
	"reflect"

	"gopkg.in/yaml.v3"
)

// Map is a map in the order in which it is written.
type Map[T any] []Entry[T]

// Entry is an entry of a Map.
type Entry[T any] struct {
	Key   string
	Value T
}

// mapping is a Map of whatever type.
type mapping interface {
	add(key string)
	at(i int) any
}

func (m *Map[T]) add(key string) { *m = append(*m, Entry[T]{Key: key}) }

func (m *Map[T]) at(i int) any { return &(*m)[i].Value }

// Keys returns the keys in order.
func (m Map[T]) Keys() []string {
	out := make([]string, len(m))
	for i := range m {
		out[i] = m[i].Key
	}
	return out
}

// entries reads a map into a Map.
func (d *Doc) entries(n *yaml.Node, m mapping, path string) {
	if !d.isMap(n, path, "a map") {
		return
	}
	for i, p := range d.pairs(n, path) {
		m.add(p.key.Value)
		d.value(p.value, reflect.ValueOf(m.at(i)).Elem(), join(path, p.key.Value), rules{})
	}
}
