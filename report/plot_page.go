package report

import (
	"fmt"
	"image/color"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"rubato/sim"
)

// block is a part of a page that knows its height before it is drawn, so that
// nothing on a page can cover anything else.
type block struct {
	height vg.Length
	draw   func(draw.Canvas)
}

// paragraph is text from margin to margin, wrapped.
func paragraph(s text.Style, txt string) block {
	lines := wrap(s, txt, textWidth)
	s = aligned(s, text.XLeft, text.YTop)
	step := 1.25 * s.Font.Size
	return block{
		height: step * vg.Length(len(lines)),
		draw: func(c draw.Canvas) {
			for i, l := range lines {
				c.FillText(s, vg.Point{X: c.Min.X, Y: c.Max.Y - step*vg.Length(i)}, l)
			}
		},
	}
}

// wrap breaks text at spaces into lines no wider than width. A word that is
// wider by itself is cut short.
func wrap(s text.Style, txt string, width vg.Length) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(txt) {
		word = elide(s, word, width)
		longer := strings.TrimSpace(line + " " + word)
		if line != "" && s.Width(longer) > width {
			lines = append(lines, line)
			longer = word
		}
		line = longer
	}
	return append(lines, line)
}

// elide cuts text to a width, with an ellipsis for what it cut.
func elide(s text.Style, txt string, width vg.Length) string {
	if s.Width(txt) <= width {
		return txt
	}
	runes := []rune(txt)
	for len(runes) > 0 && s.Width(string(runes)+"…") > width {
		runes = runes[:len(runes)-1]
	}
	return string(runes) + "…"
}

// entry is one line of a legend: a sample and what it stands for.
type entry struct {
	text   string
	sample func(c *draw.Canvas, r vg.Rectangle)
}

const (
	sampleGap = vg.Length(5)
	entryGap  = vg.Length(18)
	entryStep = vg.Length(15)
)

// legend is a block of its own above the data, so that it never covers data:
// one row if it fits, else columns of equal width. It reads row by row.
func legend(sampleWidth vg.Length, entries []entry) block {
	at, rows := arrange(sampleWidth, entries)
	return block{
		height: entryStep * vg.Length(rows),
		draw: func(c draw.Canvas) {
			style := aligned(entryText, text.XLeft, text.YCenter)
			for i, e := range entries {
				x, y := c.Min.X+at[i].X, c.Max.Y-entryStep/2-at[i].Y
				e.sample(&c, vg.Rectangle{Min: vg.Point{X: x, Y: y - 4.5}, Max: vg.Point{X: x + sampleWidth, Y: y + 4.5}})
				c.FillText(style, middle(style, x+sampleWidth+sampleGap, y), elide(entryText, e.text, textWidth-sampleWidth-sampleGap))
			}
		},
	}
}

// arrange returns the place of each entry, from the block's top left, and the
// number of rows.
func arrange(sampleWidth vg.Length, entries []entry) ([]vg.Point, int) {
	at := make([]vg.Point, len(entries))
	var sum, widest vg.Length
	for i, e := range entries {
		at[i].X = sum
		w := sampleWidth + sampleGap + entryText.Width(e.text) + entryGap
		sum, widest = sum+w, max(widest, w)
	}
	if sum-entryGap <= textWidth {
		return at, 1
	}
	columns := max(1, int((textWidth+entryGap)/widest))
	rows := (len(entries) + columns - 1) / columns
	columns = (len(entries) + rows - 1) / rows
	for i := range at {
		at[i] = vg.Point{X: widest * vg.Length(i%columns), Y: entryStep * vg.Length(i/columns)}
	}
	return at, rows
}

// stateEntry is a state's colour in a legend.
func stateEntry(s sim.GPUState) entry {
	return entry{text: stateName(s), sample: func(c *draw.Canvas, r vg.Rectangle) {
		fillRect(c, stateColours[s], r)
		c.StrokeLines(draw.LineStyle{Color: emptyInk, Width: 0.4}, outline(r))
	}}
}

// lineEntry is a line's style in a legend.
func lineEntry(txt string, s draw.LineStyle) entry {
	return entry{text: txt, sample: func(c *draw.Canvas, r vg.Rectangle) {
		y := (r.Min.Y + r.Max.Y) / 2
		c.StrokeLine2(s, r.Min.X, y, r.Max.X, y)
	}}
}

func fillRect(c *draw.Canvas, clr color.Color, r vg.Rectangle) {
	c.SetColor(clr)
	c.Fill(r.Path())
}

func outline(r vg.Rectangle) []vg.Point {
	return []vg.Point{r.Min, {X: r.Max.X, Y: r.Min.Y}, r.Max, {X: r.Min.X, Y: r.Max.Y}, r.Min}
}

// pooled says over how many seeds a policy's numbers are put together; nothing
// if over one.
func pooled(r *Report) string {
	most := 0
	for _, l := range r.labels() {
		most = max(most, len(r.byLabel(l)))
	}
	if most <= 1 {
		return ""
	}
	return fmt.Sprintf("%d seeds", most)
}
