package check

import (
	"fmt"
	"io"
	"strings"
)

// mostAnnotations is how many of a kind GitHub shows of a step.
const mostAnnotations = 10

// GitHub writes the findings that are not as in the baseline as commands of a GitHub
// Actions workflow, which shows them beside the lines of the baseline. Those of which
// there are too many are counted in the last one.
func (o *Outcome) GitHub(w io.Writer) error {
	byLevel := make(map[string][]annotation)
	for _, d := range o.differences() {
		a := d.annotation()
		byLevel[a.level] = append(byLevel[a.level], a)
	}
	var b strings.Builder
	for _, level := range []string{"error", "warning", "notice"} {
		all := byLevel[level]
		if more := len(all) - mostAnnotations; more > 0 {
			all = all[:mostAnnotations]
			all[mostAnnotations-1].text += fmt.Sprintf("\n… and %d more", more)
		}
		for _, a := range all {
			fmt.Fprintf(&b, "::%s file=%s,line=%d,title=%s::%s\n", a.level, property.Replace(o.baseline.path), a.line, property.Replace(a.title), message.Replace(a.text))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

type annotation struct {
	level, title, text string
	line               int
}

func (d difference) annotation() annotation {
	a := annotation{level: "error", title: d.of.name + " could not be run", line: d.of.line}
	if d.Finding == nil {
		a.text = d.of.err.Error()
		return a
	}
	switch d.Kind {
	case Better:
		a.level = "notice"
	case Reported:
		a.level = "warning"
	}
	a.line, a.text = d.Line, d.Text
	a.title = strings.Join(strings.Fields(d.of.name+" "+d.Policy+" "+d.Check), " ") + ": " + strings.ToLower(d.Kind.String())
	return a
}

// Messages and properties of workflow commands are one line; the latter end at , and
// have : before their values.
var (
	message  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)
