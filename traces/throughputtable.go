package traces

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// ThroughputRow is the throughput of an application at a batch, in steps a second.
type ThroughputRow struct {
	Batch int
	GPUs  []int
	Rates []float64
}

// ReadThroughputTable reads a table of throughputs as published with ElasticFlow (Gu et
// al., ASPLOS 2023): a row for each global batch, a column for each number of GPUs. What
// was not measured is 0 or nan there.
func ReadThroughputTable(file string, data []byte) ([]ThroughputRow, error) {
	s, err := open(file, strings.NewReader(string(data)), Options{})
	if err != nil {
		return nil, err
	}
	head, _, err := s.next()
	if err != nil {
		return nil, err
	}
	gpus, fault := columnsOfGPUs(line{head.num, strings.Clone(head.text)})
	if fault != nil {
		return nil, s.located(fault)
	}
	r := &row{names: strings.Split(strings.Clone(head.text), ",")}
	var rows []ThroughputRow
	err = s.each(func(l line) *Error {
		if fault := r.cut(l); fault != nil {
			return fault
		}
		t := ThroughputRow{Batch: r.units("global_batch_size")}
		if slices.ContainsFunc(rows, func(u ThroughputRow) bool { return u.Batch == t.Batch }) {
			r.note(r.must("global_batch_size").wrong("a batch that is not there already", "batch twice"))
		}
		for _, n := range gpus {
			f := r.must(strconv.Itoa(n))
			v, err := strconv.ParseFloat(f.text, 64)
			if err != nil || v < 0 || v > 1e9 {
				r.note(f.fault("steps a second, a number from 0 to 1e9, or nan"))
			}
			if v > 0 && !math.IsNaN(v) {
				t.GPUs, t.Rates = append(t.GPUs, n), append(t.Rates, v)
			}
		}
		if r.fault == nil && (len(t.GPUs) == 0 || t.GPUs[0] != 1) {
			r.note(r.must("global_batch_size").wrong("a throughput on 1 GPU", "no throughput"))
		}
		rows = append(rows, t)
		return r.fault
	})
	if err == nil && len(rows) == 0 {
		return nil, &Error{File: file, Want: "a row for each batch"}
	}
	return rows, err
}

// columnsOfGPUs reads the header: the batch, then numbers of GPUs in rising order.
func columnsOfGPUs(head line) ([]int, *Error) {
	var gpus []int
	col := 1
	for i, name := range strings.Split(head.text, ",") {
		f := field{name: "header", text: name, line: head.num, col: col}
		col += len(name) + 1
		if i == 0 {
			if name != "global_batch_size" {
				return nil, f.wrong(`the column "global_batch_size"`, "")
			}
			continue
		}
		n, err := strconv.Atoi(name)
		if err != nil || n < 1 || n > maxUnits || i > 1 && n <= gpus[len(gpus)-1] {
			return nil, f.wrong("a number of GPUs over that of the column before", "")
		}
		gpus = append(gpus, n)
	}
	return gpus, nil
}
