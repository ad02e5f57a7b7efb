package serve

import (
	"math"
	"net/http"
	"strconv"
	"strings"

	"rubato/report"
)

// comparison is two results, policy by policy.
type comparison struct {
	Before   *result    `json:"before"`
	After    *result    `json:"after"`
	Policies []compared `json:"policies"`
	// Gone are the policies of the one before that the one after lacks, New the
	// others.
	Gone []string `json:"gone"`
	New  []string `json:"new"`
}

// compared is a policy that both results have.
type compared struct {
	Name    string   `json:"name"`
	Figures []change `json:"figures"`
}

// change is a figure as both reports show it. Difference is of the exact values; it
// is "same" where they are equal and "" where one is missing.
type change struct {
	Title      string `json:"title"`
	Before     string `json:"before"`
	After      string `json:"after"`
	Difference string `json:"difference"`
}

func (s *Server) compare(w http.ResponseWriter, r *http.Request) {
	before, after := s.kept.find(r.PathValue("before")), s.kept.find(r.PathValue("after"))
	if before == nil || after == nil {
		refuse(w, http.StatusNotFound, "no such result any more")
		return
	}
	answer(w, compareResults(before, after))
}

func compareResults(before, after *result) comparison {
	out := comparison{before, after, []compared{}, []string{}, []string{}}
	for i, p := range after.figures.Policies {
		j := place(before.figures, p.Name)
		if j < 0 {
			out.New = append(out.New, p.Name)
			continue
		}
		out.Policies = append(out.Policies, compared{p.Name, changes(before.figures, after.figures, j, i)})
	}
	for _, p := range before.figures.Policies {
		if place(after.figures, p.Name) < 0 {
			out.Gone = append(out.Gone, p.Name)
		}
	}
	return out
}

func place(c *report.Comparison, policy string) int {
	for i, p := range c.Policies {
		if p.Name == policy {
			return i
		}
	}
	return -1
}

// changes are those of the figures that both have; j and i are the policy's places.
func changes(before, after *report.Comparison, j, i int) []change {
	out := []change{}
	for _, f := range after.Figures {
		for _, g := range before.Figures {
			if f.Title == g.Title {
				out = append(out, change{f.Title, g.Texts[j], f.Texts[i], difference(g.Values[j], f.Values[i], f.Texts[i])})
			}
		}
	}
	return out
}

// difference writes how much more the figure is, with the decimals of its text, and
// what part that is of what it was.
func difference(before, after float64, text string) string {
	d := after - before
	switch {
	case math.IsNaN(d):
		return ""
	case d == 0:
		return "same"
	}
	out := signed(d, decimals(text))
	if before > 0 {
		out += " (" + signed(100*d/before, 1) + " %)"
	}
	return out
}

// signed rounds to so many decimals, or to two digits where that would leave 0.
func signed(v float64, decimals int) string {
	out := strconv.FormatFloat(math.Abs(v), 'f', decimals, 64)
	if strings.Trim(out, "0.") == "" {
		out = strconv.FormatFloat(math.Abs(v), 'g', 2, 64)
	}
	if v < 0 {
		return "−" + out
	}
	return "+" + out
}

// decimals counts those of the first number of a text.
func decimals(text string) int {
	_, after, _ := strings.Cut(text, ".")
	n := 0
	for n < len(after) && after[n] >= '0' && after[n] <= '9' {
		n++
	}
	return n
}
