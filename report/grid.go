package report

import (
	"strings"
	"unicode/utf8"
)

// grid is a table of text: labels on the left, then right-aligned figures. A
// column is as wide as its entries, behind a gap.
type grid struct {
	head   [2][]string
	rows   [][]cell
	widths []int
	// marks is 1 for a column with room for a mark behind its figures.
	marks []int
}

// cell is an entry; the best of its column is marked.
type cell struct {
	text string
	best bool
}

// longestLabel is the width from which on labels are cut short.
const longestLabel = 26

// newGrid returns a grid with nothing but labels.
func newGrid(head [2]string, labels []string) *grid {
	g := &grid{}
	cells := make([]cell, len(labels))
	for i, l := range labels {
		cells[i].text = clip(l, longestLabel)
	}
	g.rows = make([][]cell, len(cells))
	g.add(head, cells, 0)
	return g
}

// add adds a column. Its upper head may be wider than the column if those to the
// left have none: it spans them.
func (g *grid) add(head [2]string, cells []cell, mark int) {
	w := utf8.RuneCountInString(head[1])
	for i, c := range cells {
		w = max(w, utf8.RuneCountInString(c.text))
		g.rows[i] = append(g.rows[i], c)
	}
	room := 0
	for i := len(g.widths) - 1; i > 0 && g.head[0][i] == ""; i-- {
		room += g.widths[i] + g.marks[i] + 1
	}
	g.widths = append(g.widths, max(w, utf8.RuneCountInString(head[0])-room))
	g.marks = append(g.marks, mark)
	for i := range head {
		g.head[i] = append(g.head[i], head[i])
	}
}

// join adds the columns of a grid of the same labels.
func (g *grid) join(other *grid) {
	for i := range g.head {
		g.head[i] = append(g.head[i], other.head[i][1:]...)
	}
	for i := range g.rows {
		g.rows[i] = append(g.rows[i], other.rows[i][1:]...)
	}
	g.widths = append(g.widths, other.widths[1:]...)
	g.marks = append(g.marks, other.marks[1:]...)
}

func (g *grid) labelWidth() int { return g.widths[0] }

// width is that of the longest line.
func (g *grid) width() int {
	sum := g.widths[0]
	for i := 1; i < len(g.widths); i++ {
		sum += 1 + g.widths[i] + g.marks[i]
	}
	return sum
}

// print leaves out an empty upper head. Labels give way if the width does not
// do.
func (g *grid) print(b *strings.Builder, o TableOptions) {
	label := min(g.widths[0], max(8, g.widths[0]-(g.width()-o.Width)))
	for _, h := range g.head {
		if line := g.headLine(h, label); line != "" {
			b.WriteString(line + "\n")
		}
	}
	for _, r := range g.rows {
		line := pad(clip(r[0].text, label), label)
		for i := 1; i < len(r); i++ {
			line += " " + r[i].render(g.widths[i], g.marks[i], o.Color)
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}

// headLine ends each head where the figures of its column end.
func (g *grid) headLine(head []string, label int) string {
	line := clip(head[0], label)
	end := label
	for i := 1; i < len(head); i++ {
		if end += 1 + g.widths[i]; head[i] != "" {
			line += right(head[i], end-utf8.RuneCountInString(line))
		}
		end += g.marks[i]
	}
	return line
}

// render pads a figure and marks it if it is the best.
func (c cell) render(width, mark int, color bool) string {
	fill := right("", width-utf8.RuneCountInString(c.text))
	switch {
	case c.best && color:
		return fill + "\x1b[1m" + c.text + "*\x1b[0m"
	case c.best:
		return fill + c.text + "*"
	}
	return pad(fill+c.text, width+mark)
}

func pad(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-utf8.RuneCountInString(s)))
}

func right(s string, width int) string {
	return strings.Repeat(" ", max(0, width-utf8.RuneCountInString(s))) + s
}

// clip shortens a text to a width.
func clip(s string, width int) string {
	if utf8.RuneCountInString(s) <= width {
		return s
	}
	return string([]rune(s)[:max(0, width-1)]) + "…"
}

// fill breaks a text into lines at its spaces.
func fill(s string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(s) {
		longer := strings.TrimSpace(line + " " + word)
		if line != "" && utf8.RuneCountInString(longer) > width {
			lines = append(lines, line)
			longer = word
		}
		line = clip(longer, width)
	}
	return append(lines, line)
}
