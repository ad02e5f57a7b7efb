package main

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// section is a part of the document.
type section struct {
	title, text string
	rows        []row
	after       string
}

// row compares a value of the simulator with theory.
type row struct {
	what              string
	theory, simulated float64
	// margin is by how much they may differ, in words: how.
	margin float64
	how    string
	source string
	// bound says that theory is a lower bound.
	bound bool
	// books says that both sides come out of one run: the row checks its books.
	books bool
}

func (r row) passes() bool {
	return math.Abs(r.simulated-r.theory) <= r.margin || r.bound && r.simulated >= r.theory
}

// exactly is a row of a deterministic case.
func exactly(what string, theory, simulated float64, source string) row {
	return within(what, theory, simulated, 1e-9, source)
}

// within is a row with a relative tolerance.
func within(what string, theory, simulated, relative float64, source string) row {
	how := "exact"
	if relative > 1e-6 {
		how = fmt.Sprintf("%g %%", 100*relative)
	}
	return row{what: what, theory: theory, simulated: simulated, margin: relative * math.Abs(theory), how: how, source: source}
}

// confidence is that of each interval.
const confidence = 0.99

// replicated is a row whose simulated value is the mean of replications.
func replicated(what string, theory float64, values []float64, source string) row {
	mean, half := interval(values)
	return estimated(what, theory, mean, half, len(values), source)
}

// estimated is a row whose simulated value has a confidence interval.
func estimated(what string, theory, value, half float64, runs int, source string) row {
	return row{what: what, theory: theory, simulated: value, margin: half, how: intervalOf + count(runs, "run"), source: source}
}

const intervalOf = "99 % interval, "

// interval is the mean and half the width of its confidence interval (Student).
func interval(values []float64) (mean, half float64) {
	n := float64(len(values))
	mean, sd := stat.MeanStdDev(values, nil)
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 1}.Quantile(1 - (1-confidence)/2)
	return mean, t * sd / math.Sqrt(n)
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return thousands(n) + " " + what + "s"
}

func thousands(n int) string {
	digits := fmt.Sprint(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// document writes the sections as Markdown.
func document(sections []section) string {
	var b strings.Builder
	rows, passed, books := 0, 0, 0
	for _, s := range sections {
		for _, r := range s.rows {
			rows++
			if r.books {
				books++
			}
			if r.passes() {
				passed++
			}
		}
	}
	fmt.Fprintf(&b, `# Validation

What the simulator gives against what theory says and what was published. The command
`+"`go run ./validation`"+` writes this page; `+"`go test ./validation`"+` fails if a row is outside its tolerance, or if the
page is not what the command writes. %d of %d rows agree. Of these %d, marked †, check the books of a run: both sides
come out of it, so that they say nothing of whether its schedule is right.

Random cases are the mean of replications with the seeds 1, 2, 3, …; ± is their 99 %% confidence interval
(Student). There are %d such rows; about one in a hundred would miss it if all were true, more or fewer together, as
the rows of one queue or job come from the same runs.
`, passed, rows, books, stochastic(sections))
	for _, s := range sections {
		s.write(&b)
	}
	return b.String()
}

func stochastic(sections []section) int {
	n := 0
	for _, s := range sections {
		for _, r := range s.rows {
			if strings.HasPrefix(r.how, intervalOf) {
				n++
			}
		}
	}
	return n
}

func (s section) write(b *strings.Builder) {
	fmt.Fprintf(b, "\n## %s\n\n%s\n", s.title, s.text)
	if len(s.rows) > 0 {
		fmt.Fprint(b, "\n| | theory | simulated | tolerance | | source |\n|---|---:|---:|---|---|---|\n")
	}
	for _, r := range s.rows {
		verdict := "agrees"
		if !r.passes() {
			verdict = "**differs**"
		}
		how := r.how
		if strings.HasPrefix(how, intervalOf) {
			how = fmt.Sprintf("± %s (%s)", number(r.margin), how)
		}
		theory := number(r.theory)
		if r.bound {
			theory = "≥ " + theory
		}
		mark := ""
		if r.books {
			mark = " †"
		}
		fmt.Fprintf(b, "| %s%s | %s | %s | %s | %s | %s |\n", r.what, mark, theory, number(r.simulated), how, verdict, r.source)
	}
	if s.after != "" {
		fmt.Fprintf(b, "\n%s\n", s.after)
	}
}

// number prints six significant digits, and whole numbers whole.
func number(v float64) string {
	if v == math.Trunc(v) && math.Abs(v) < 1e15 {
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.6g", v)
}
