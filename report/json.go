package report

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"

	"rubato/compare"
)

// document is result.json.
type document struct {
	Manifest Manifest  `json:"manifest"`
	Runs     []jsonRun `json:"runs"`
	// Verdicts compare each policy with the first one.
	Verdicts []compare.Verdict `json:"verdicts"`
}

type jsonRun struct {
	Policy  string            `json:"policy"`
	Seed    uint64            `json:"seed"`
	Variant map[string]string `json:"variant"`
	Summary *summary          `json:"summary"`
	// Scheduler is the registered policy of which Policy is the label.
	Scheduler string `json:"scheduler"`
}

// JSON writes result.json.
func (r *Report) JSON(w io.Writer) error {
	data, err := r.resultJSON()
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return err
}

// resultJSON returns result.json. Equal results are equal bytes.
func (r *Report) resultJSON() ([]byte, error) {
	doc, err := r.document()
	if err != nil {
		return nil, err
	}
	return encode(doc, "  ")
}

func (r *Report) document() (*document, error) {
	doc, err := r.unjudged()
	if err != nil {
		return nil, err
	}
	doc.Verdicts, err = compare.Verdicts(doc.figures(""), compare.Options{})
	return doc, err
}

// unjudged is the document without verdicts.
func (r *Report) unjudged() (*document, error) {
	sums, err := r.summaries()
	if err != nil {
		return nil, err
	}
	doc := &document{Manifest: r.Manifest, Runs: []jsonRun{}}
	for i, s := range sums {
		run := &r.Runs[i]
		v := run.Variant
		if v == nil {
			v = map[string]string{}
		}
		doc.Runs = append(doc.Runs, jsonRun{Policy: run.Label, Seed: run.Result.Seed, Variant: v, Summary: s, Scheduler: run.Result.Policy})
	}
	runs, err := encode(doc.Runs, "")
	if err != nil {
		return nil, err
	}
	doc.Manifest.RunsSHA256 = fmt.Sprintf("%x", sha256.Sum256(bytes.TrimSuffix(runs, []byte("\n"))))
	doc.Manifest.fillEmpty()
	return doc, nil
}

// encode writes JSON that ends in a line feed.
func encode(v any, indent string) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", indent)
	err := enc.Encode(v)
	return out.Bytes(), err
}

// fillEmpty makes lists without entries [] instead of null.
func (m *Manifest) fillEmpty() {
	m.Traces = append([]Trace{}, m.Traces...)
	for i := range m.Traces {
		m.Traces[i].Options = append([]string{}, m.Traces[i].Options...)
		m.Traces[i].Skipped = append([]Skip{}, m.Traces[i].Skipped...)
	}
	m.Seeds = append([]uint64{}, m.Seeds...)
	m.Settings = append([]string{}, m.Settings...)
	m.Clairvoyant = append([]string{}, m.Clairvoyant...)
	m.Points = append([]Point{}, m.Points...)
}
