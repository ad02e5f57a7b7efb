package html_test

import (
	"bytes"
	"context"
	"fmt"
	stdhtml "html"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/experiments"
	"rubato/report"
	"rubato/report/html"
)

// hostile is a name that runs a script wherever it is taken for HTML.
const hostile = `<img src=x onerror=alert(1)>`

// hostileYAML has that name wherever one may be written, and an end of the script
// that holds the data.
const hostileYAML = `
name: hostile
title: '` + hostile + `'
cluster: {pools: [{name: p, nodes: 4, gpusPerNode: 8}]}
workload:
  jobs:
    - {id: '` + hostile + `', user: '</script><script>alert(2)</script>', team: '{{.Title}}', submit: 0s, gpus: 16, duration: 4h}
    - {id: second, submit: 1h, gpus: 32, duration: 1h}
    - {id: third, submit: 2h, gpus: 8, duration: 3h}
  model:
    scaling: {model: linear}
    checkpoint: {interval: 30m, save: 1m}
    restart: {start: 1m, load: 1m}
    elastic: {min: 8, max: 32, step: 8}
policies:
  fifo: {}
  hyperpod: {scalingTimeout: 60s}
  easy: {}
`

// bigYAML is 10,000 jobs under five policies, with nodes that fail.
const bigYAML = `
name: big
cluster: {pools: [{name: p, nodes: 64, gpusPerNode: 8}]}
availability:
  - failures: {kind: node, mtbf: 128h, repair: 1h}
workload:
  generate:
    jobs: 10000
    interarrival: {distribution: exponential, mean: 4m}
    duration: {distribution: lognormal, mean: 3h, sigma: 1.5}
    gpus: {4: 30, 8: 40, 16: 20, 64: 5}
  model:
    scaling: {model: power-law, exponent: 0.9}
    checkpoint: {interval: 10m, save: 20s}
    restart: {start: 25s, load: 15s}
    elastic: {minFactor: 0.25, maxFactor: 4, step: double}
policies: {fifo: {}, priority: {}, hyperpod: {}, easy: {}, las: {}}
`

// run is the report of an experiment with everything recorded.
func run(t testing.TB, yaml string) *report.Report {
	e, err := experiments.Read("test.yaml", []byte(yaml), "", experiments.Options{})
	require.NoError(t, err)
	r, err := e.Run(context.Background(), experiments.RunOptions{Record: true})
	require.NoError(t, err)
	return r
}

func render(t testing.TB, r *report.Report) string {
	var b bytes.Buffer
	require.NoError(t, html.Write(&b, r))
	return b.String()
}

// Of a report with nothing in it there is a page too.
func TestEmptyReport(t *testing.T) {
	require.Contains(t, render(t, &report.Report{Title: "nothing"}), "<h1>nothing</h1>")
}

func TestSameReportSameBytes(t *testing.T) {
	require.Equal(t, render(t, run(t, hostileYAML)), render(t, run(t, hostileYAML)))
}

// Names of the user are escaped where the page shows them, and packed where the
// charts do.
func TestNamesAreInert(t *testing.T) {
	page := render(t, run(t, hostileYAML))
	require.Contains(t, page, "&lt;img src=x onerror=alert(1)&gt;")
	require.NotContains(t, page, "<img")
	require.NotContains(t, page, "alert(2)</script>")
	require.Equal(t, 2, strings.Count(page, "<script"), "the data and ours")
}

// The page asks for nothing from elsewhere: its only addresses are the link to
// uPlot and names.
func TestNothingIsFetched(t *testing.T) {
	page := render(t, run(t, hostileYAML))
	require.NotRegexp(t, regexp.MustCompile(`(?i)(src|srcset|data|action)\s*=\s*"?https?:|<link|@import|url\(`), page)
}

// Ten thousand jobs under five policies.
func TestBigPageIsSmall(t *testing.T) {
	r := run(t, bigYAML)
	page := render(t, r)
	require.Less(t, len(page), 2_000_000)
	t.Logf("%d bytes", len(page))
	for _, notice := range []string{"Timelines of more than 2400 steps", "what lasts less than"} {
		require.Contains(t, page, notice)
	}
}

// The figures of the page are those of result.json; here each is worked out from
// the results themselves.
func TestFiguresAreTheResults(t *testing.T) {
	r := run(t, hostileYAML)
	c, err := r.Compare()
	require.NoError(t, err)
	page := render(t, r)
	for _, f := range c.Figures {
		require.NotEmpty(t, f.Title)
		require.Contains(t, page, ">"+f.Title+"</th>")
		for i, v := range f.Values {
			require.Contains(t, page, fmt.Sprintf(`data-sort="%v"`, v))
			require.Contains(t, page, ">"+f.Texts[i]+"<")
		}
	}
	require.Contains(t, page, c.Manifest.RunsSHA256)
}

// What the seeds say beyond chance is on the page in the words of result.json.
func TestVerdictsAreOnThePage(t *testing.T) {
	r := run(t, longYAML)
	verdicts, err := r.Verdicts()
	require.NoError(t, err)
	require.Len(t, verdicts, 3*3)
	page := stdhtml.UnescapeString(render(t, r))
	for _, v := range verdicts {
		require.Contains(t, page, `<li class="`+v.Outcome+`">`+v.Text+"</li>")
	}
	require.NotContains(t, render(t, run(t, hostileYAML)), "beyond chance")
}

func BenchmarkWrite(b *testing.B) {
	r := run(b, bigYAML)
	b.ReportAllocs()
	for b.Loop() {
		render(b, r)
	}
}
