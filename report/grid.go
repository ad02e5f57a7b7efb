package report

import (
	"strings"
	"unicode/utf8"
)

// grid is a table of text: labels on the left, right-aligned figures.
type grid struct {
	head       [][]string
	rows       [][]cell
	labelWidth int
}

// cell is an entry; the best of its column is marked.
type cell struct {
	text string
	best bool
}

// columnWidth is the width of a column with its mark.
func (g *grid) columnWidth(i int) int {
	w := 0
	for _, h := range g.head {
		w = max(w, utf8.RuneCountInString(h[i]))
	}
	for _, r := range g.rows {
		w = max(w, utf8.RuneCountInString(r[i].text))
	}
	return w
}

// width is that of the columns from one on, with their marks and gaps.
func (g *grid) width(from int) int {
	sum := 0
	for i := from; i < len(g.head[0]); i++ {
		sum += g.columnWidth(i) + 2
	}
	return sum
}

func (g *grid) print(b *strings.Builder, o TableOptions) {
	label := min(g.labelWidth, g.columnWidth(0))
	for _, h := range g.head {
		var line strings.Builder
		line.WriteString(pad(clip(h[0], label), label, false))
		for i := 1; i < len(h); i++ {
			line.WriteString(" " + pad(h[i], g.columnWidth(i), true) + " ")
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	for _, r := range g.rows {
		var line strings.Builder
		line.WriteString(pad(clip(r[0].text, label), label, false))
		for i := 1; i < len(r); i++ {
			line.WriteString(" " + r[i].render(g.columnWidth(i), o.Color))
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}

// render pads a figure and marks it if it is the best.
func (c cell) render(width int, color bool) string {
	text := pad(c.text, width, true)
	switch {
	case c.best && color:
		return "\x1b[1m" + text + "*\x1b[0m"
	case c.best:
		return text + "*"
	}
	return text + " "
}

func pad(s string, width int, right bool) string {
	fill := strings.Repeat(" ", max(0, width-utf8.RuneCountInString(s)))
	if right {
		return fill + s
	}
	return s + fill
}
