package html

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"html/template"
	"io"
	"strings"

	"rubato/report"
)

//go:embed assets
var assets embed.FS

// scripts are joined into one, in order.
var scripts = []string{"shared", "axis", "table", "alternative", "timeline", "jobs", "gantt", "distribution", "waterfall", "main"}

var (
	page   = template.Must(template.ParseFS(assets, "assets/page.html"))
	script = join()
	style  = asset("uplot/uPlot.min.css") + asset("style.css")
	// contents is the policy of contents: nothing is fetched, and no script runs but ours.
	contents = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'sha256-" + digest(script) + "'"
)

func asset(name string) string {
	data, err := assets.ReadFile("assets/" + name)
	if err != nil {
		panic(err) // it is embedded
	}
	return string(data)
}

func join() string {
	var b strings.Builder
	b.WriteString(asset("uplot/uPlot.iife.min.js") + "\n(() => {\n\"use strict\";\n")
	for _, s := range scripts {
		b.WriteString(asset(s + ".js"))
	}
	b.WriteString("})();\n")
	return b.String()
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return base64.StdEncoding.EncodeToString(sum[:])
}

// Write writes the report as a page. Equal reports are equal bytes. It fails where
// the account of the jobs of a run does not add up.
func Write(w io.Writer, r *report.Report) error {
	c, err := r.Compare()
	if err != nil {
		return err
	}
	packed, notices, err := packedData(r, c)
	if err != nil {
		return err
	}
	v := newView(r, c)
	v.Notices, v.Data = notices, packed
	v.Policy, v.Script, v.Style = contents, template.JS(script), template.CSS(style)
	return page.Execute(w, v)
}
