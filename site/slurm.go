package site

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// slurmNodes collects nodes of Slurm; a node in several partitions is one.
type slurmNodes struct {
	exp   Export
	file  string
	nodes []node
	index map[string]bool
	parts []string // nodes with parts of GPUs
}

// add adds a node by the words that Slurm has for its properties.
func (s *slurmNodes) add(name, gres, state, cpus, memory, group string, fault func(got, want string) error) error {
	if s.index == nil {
		s.index = make(map[string]bool)
	}
	if s.index[name] {
		return nil
	}
	s.index[name] = true
	n := node{name: name, away: slurmAway(state), group: group}
	var parts bool
	var err error
	if n.gpus, n.gpuType, parts, err = gresGPUs(gres); err != nil {
		return fault(gres, err.Error())
	}
	if parts {
		s.parts = append(s.parts, name)
	}
	for _, v := range []struct {
		text string
		into *int
	}{{cpus, &n.cpus}, {memory, &n.memory}} {
		if v.text == "" {
			continue
		}
		if *v.into, err = strconv.Atoi(v.text); err != nil || *v.into < 0 || *v.into > 1<<40 {
			return fault(v.text, "a whole number")
		}
	}
	n.memory /= 1024 // MiB to GiB
	s.nodes = append(s.nodes, n)
	return nil
}

// finish makes the pools.
func (s *slurmNodes) finish() (*Export, error) {
	d := &document{file: s.file}
	im := &importer{document: d, exp: &s.exp, nodes: s.nodes}
	im.pools()
	if len(s.parts) > 0 {
		d.note(Ignored, s.parts[0], "parts of GPUs (MIG, shard, mps) on %d nodes", len(s.parts))
	}
	s.exp.Notes = d.notes
	return &s.exp, nil
}

// looksLikeScontrol reports whether a text is of scontrol show node.
func looksLikeScontrol(text []byte) bool {
	return strings.HasPrefix(string(text[:min(len(text), 9)]), "NodeName=")
}

// readScontrol reads scontrol show node, with or without --oneliner.
func readScontrol(file string, data []byte) (*Export, error) {
	s := &slurmNodes{file: file, exp: Export{Kind: "Slurm: scontrol show node"}}
	var at int
	values := make(map[string]string)
	flush := func() error {
		if len(values) == 0 {
			return nil
		}
		gres := values["Gres"]
		if gres == "" || gres == "(null)" {
			gres = tresAsGres(values["CfgTRES"])
		}
		err := s.add(values["NodeName"], gres, values["State"], values["CPUTot"], values["RealMemory"], "", func(got, want string) error {
			return &Error{File: file, Line: at, Col: 1, Path: values["NodeName"], Got: got, Want: want}
		})
		clear(values)
		return err
	}
	num := 0
	for line := range strings.SplitSeq(string(data), "\n") {
		num++
		for _, token := range strings.Fields(line) {
			key, text, ok := strings.Cut(token, "=")
			if key == "NodeName" {
				if err := flush(); err != nil {
					return nil, err
				}
				at = num
			}
			if _, there := values[key]; ok && !there {
				values[key] = text
			}
		}
	}
	if err := flush(); err != nil {
		return nil, err
	}
	return s.finish()
}

// tresAsGres turns gres/gpu:h100=8,gres/gpu=8 into gpu:h100:8: types if there are
// any, so that no GPU counts twice.
func tresAsGres(tres string) string {
	var typed, plain []string
	for item := range strings.SplitSeq(tres, ",") {
		name, count, _ := strings.Cut(item, "=")
		if kind, gpuType, ok := strings.Cut(name, ":"); kind == "gres/gpu" && ok {
			typed = append(typed, "gpu:"+gpuType+":"+count)
		} else if kind == "gres/gpu" {
			plain = append(plain, "gpu:"+count)
		}
	}
	if len(typed) > 0 {
		return strings.Join(typed, ",")
	}
	return strings.Join(plain, ",")
}

// sinfoColumns are the columns of sinfo that are read.
var sinfoColumns = []string{"NODELIST", "GRES", "STATE", "CPUS", "MEMORY"}

// looksLikeSinfo reports whether a text starts with a header of sinfo.
func looksLikeSinfo(text []byte) bool {
	first, _, _ := strings.Cut(string(text[:min(len(text), 1000)]), "\n")
	cells := sinfoCells(first)
	return slices.Contains(cells, "NODELIST") || slices.Contains(cells, "GRES")
}

// sinfoCells splits a row at bars, or at spaces if it has no bar.
func sinfoCells(line string) []string {
	if !strings.Contains(line, "|") {
		return strings.Fields(line)
	}
	cells := strings.Split(line, "|")
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	return cells
}

// readSinfo reads sinfo with a header, by node or by group of nodes.
func readSinfo(file string, data []byte) (*Export, error) {
	s := &slurmNodes{file: file, exp: Export{Kind: "Slurm: sinfo"}}
	var header []string
	num := 0
	for line := range strings.SplitSeq(string(data), "\n") {
		num++
		cells := sinfoCells(strings.TrimSuffix(line, "\r"))
		if len(cells) == 0 || len(cells) == 1 && cells[0] == "" {
			continue
		}
		fault := func(got, want string) error {
			return &Error{File: file, Line: num, Col: max(strings.Index(line, got), 0) + 1, Got: got, Want: want}
		}
		if header == nil {
			header = cells
			for _, c := range sinfoColumns[:2] {
				if !slices.Contains(header, c) {
					return nil, fault(line, fmt.Sprintf("a header with the column %s, as of sinfo -N -o '%%N|%%G|%%T|%%c|%%m|%%P'", c))
				}
			}
			continue
		}
		if len(cells) != len(header) {
			return nil, fault(line, fmt.Sprintf("%d fields, not %d", len(header), len(cells)))
		}
		if err := s.addRow(header, cells, fault); err != nil {
			return nil, err
		}
	}
	return s.finish()
}

// addRow adds the nodes of a row.
func (s *slurmNodes) addRow(header, cells []string, fault func(got, want string) error) error {
	var text [5]string
	for i, c := range sinfoColumns {
		if k := slices.Index(header, c); k >= 0 {
			text[i] = strings.TrimSuffix(cells[k], "+") // the least of several
		}
	}
	names, err := expandHosts(text[0])
	if err != nil {
		return fault(text[0], err.Error())
	}
	for _, name := range names {
		if err := s.add(name, text[1], text[2], text[3], text[4], "", fault); err != nil {
			return err
		}
	}
	return nil
}

// slurmJSON reads scontrol show node --json.
func (im *importer) slurmJSON(nodes *value) {
	s := &slurmNodes{file: im.file}
	im.exp.Kind = "Slurm: scontrol show node --json"
	im.expect(nodes, list, "a list of nodes")
	for _, v := range nodes.all() {
		state := v.key("state").str()
		for _, part := range slices.Concat(v.key("state").all(), v.key("state_flags").all()) {
			state += "+" + part.str()
		}
		gres := cmp.Or(v.key("gres").str(), tresAsGres(v.key("tres").str()))
		err := s.add(v.key("name").str(), gres, state, v.key("cpus").str(), v.key("real_memory").str(), "", func(got, want string) error {
			im.fail(v, want+", not "+got)
			return im.fault
		})
		if err != nil {
			return
		}
	}
	im.nodes = s.nodes
	im.pools()
	if len(s.parts) > 0 {
		im.note(Ignored, s.parts[0], "parts of GPUs (MIG, shard, mps) on %d nodes", len(s.parts))
	}
}
