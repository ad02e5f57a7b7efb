package strict

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/simtime"
)

type sample struct {
	Word   string           `yaml:"word"`
	Count  int              `yaml:"count" jsonschema:"minimum=1,maximum=9"`
	Share  float64          `yaml:"share"`
	On     bool             `yaml:"on"`
	Span   simtime.Duration `yaml:"span"`
	List   []int            `yaml:"list" jsonschema:"minItems=1,minimum=1"`
	Map    Map[int]         `yaml:"map"`
	Maybe  *int             `yaml:"maybe"`
	Color  string           `yaml:"color" jsonschema:"enum=red,enum=green"`
	hidden int
	inner
}

type inner struct {
	Deep string `yaml:"deep"`
}

// read decodes a text.
func read(text string) (sample, error) {
	s := sample{Word: "default", Count: 3, hidden: 1}
	d := Parse("f.yaml", []byte(text))
	d.Decode(&s)
	return s, d.Err()
}

func TestDecode(t *testing.T) {
	s, err := read("count: 4\nshare: 1e-1\non: true\nspan: 1h30m\nlist: [1, 2]\nmap: {b: 1, a: 2}\nmaybe: 0\ncolor: red\ndeep: x\n")
	require.NoError(t, err)
	require.Equal(t, "default", s.Word)
	require.Equal(t, 4, s.Count)
	require.Equal(t, 0.1, s.Share)
	require.True(t, s.On)
	require.Equal(t, 90*simtime.Minute, s.Span)
	require.Equal(t, []int{1, 2}, s.List)
	require.Equal(t, []string{"b", "a"}, s.Map.Keys())
	require.Equal(t, 2, s.Map[1].Value)
	require.Equal(t, 0, *s.Maybe)
	require.Equal(t, "x", s.Deep)
	require.Equal(t, 1, s.hidden)
}

func TestNumbersAreDecimal(t *testing.T) {
	for text, want := range map[string]int{"4": 4, "007": 7, "+4": 4, "1_0": 0, "0x4": 0, "0b1": 0, "1e0": 0, "4.0": 0, `"4"`: 0, "12": 0, "99999999999999999999": 0} {
		s, err := read("count: " + text + "\n")
		if want == 0 {
			require.ErrorContains(t, err, "want a whole number of at least 1 and of at most 9", text)
			continue
		}
		require.NoError(t, err, text)
		require.Equal(t, want, s.Count, text)
	}
	for _, text := range []string{".nan", ".inf", "1e999", "one"} {
		_, err := read("share: " + text + "\n")
		require.ErrorContains(t, err, "want a number", text)
	}
}

func TestNothingIsNoValue(t *testing.T) {
	for _, key := range []string{"word", "count", "share", "on", "span", "list", "map", "maybe", "color"} {
		for _, text := range []string{"", "null", "~"} {
			_, err := read(key + ": " + text + "\n")
			require.ErrorContains(t, err, key+": got nothing, want ", key)
		}
	}
}

func TestAllFaultsAtOnce(t *testing.T) {
	_, err := read("wrod: x\ncount: 0\nlist: [1, a, 0]\ncolor: gren\nmap: {a: b}\n")
	require.EqualError(t, err, `f.yaml:1:1: wrod: got the unknown key "wrod", want the keys word, count, share, on, span, list, map, maybe, color, deep; did you mean "word"?
f.yaml:2:8: count: got "0", want a whole number of at least 1 and of at most 9
f.yaml:3:11: list[1]: got "a", want a whole number of at least 1
f.yaml:3:14: list[2]: got "0", want a whole number of at least 1
f.yaml:4:8: color: got "gren", want red or green; did you mean "green"?
f.yaml:5:10: map.a: got "b", want a whole number`)
}

func TestLimits(t *testing.T) {
	bomb := "a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n"
	for c := 'b'; c < 'k'; c++ {
		bomb += fmt.Sprintf("%c: &%c [%s]\n", c, c, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*%c, ", c-1), 10), ", "))
	}
	for text, want := range map[string]string{
		strings.Repeat("#", MaxBytes+1): "f.yaml: got 4194305 bytes, want at most 4194304: put long lists of jobs into a trace",
		bomb:                            "f.yaml: want at most 500000 values, aliases counted each time, nested at most 100 deep",
		"list: " + strings.Repeat("[", 200) + strings.Repeat("]", 200): "f.yaml: want at most 500000 values, aliases counted each time, nested at most 100 deep",
	} {
		_, err := read(text)
		require.EqualError(t, err, want)
	}
	_, err := read("list: [" + strings.Repeat("a, ", 500) + "]\n")
	require.Len(t, err, 500)
	require.ErrorContains(t, err, "\n… and 450 more")
}

func TestMessagesArePrintableAndShort(t *testing.T) {
	_, err := read("count: \"" + strings.Repeat("é", 100) + "\\e[31m\"\n")
	require.ErrorContains(t, err, `got "`+strings.Repeat("é", 59)+`…", want`)
	_, err = read("\"a\\e[31mb\": 1\n")
	require.ErrorContains(t, err, "f.yaml:1:1: a\uFFFD[31mb: got")
}

func TestSetReplacesOnlyOnePlace(t *testing.T) {
	d := Parse("f.yaml", []byte("list: &l [1, 2]\nmap: {a: 1}\n"))
	d.Set("--set", "list[1]", "7")
	d.Set("--set", "map.b", "5")
	d.Set("--set", "map.a", "6")
	var s sample
	d.Decode(&s)
	require.NoError(t, d.Err())
	require.Equal(t, []int{1, 7}, s.List)
	require.Equal(t, Map[int]{{"a", 6}, {"b", 5}}, s.Map)
}

func TestSetOfAnAliasLeavesTheOther(t *testing.T) {
	type pair struct {
		A, B inner `yaml:"-"`
		X    inner `yaml:"x"`
		Y    inner `yaml:"y"`
	}
	d := Parse("f.yaml", []byte("x: &x {deep: one}\ny: *x\n"))
	d.Set("--set", "y.deep", "two")
	var p pair
	d.Decode(&p)
	require.NoError(t, d.Err())
	require.Equal(t, "one", p.X.Deep)
	require.Equal(t, "two", p.Y.Deep)
}

func TestDidYouMean(t *testing.T) {
	words := []string{"nodes", "gpusPerNode", "name"}
	for got, want := range map[string]string{"nods": "nodes", "NODES": "nodes", "gpuPerNode": "gpusPerNode", "gpus": "gpusPerNode", "zzzzzzzz": "", "nodes": ""} {
		if want != "" {
			want = fmt.Sprintf("; did you mean %q?", want)
		}
		require.Equal(t, want, DidYouMean(got, words), got)
	}
}
