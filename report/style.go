package report

import (
	"bytes"
	"image/color"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"

	"rubato/sim"
)

// The house style of the plots, in one place. A page is as wide as a slide and
// as high as its blocks; 144 dpi makes it 1584 pixels wide.
const (
	pageWidth  = 11 * vg.Inch
	pageDPI    = 144
	pixel      = vg.Inch / pageDPI
	pageMargin = vg.Length(14)
	blockGap   = vg.Length(8)
	lineWidth  = vg.Length(1.6)
	hairWidth  = vg.Length(0.6)
	// textWidth is what a block has from margin to margin.
	textWidth = pageWidth - 2*pageMargin
)

// Ink, from text to grid.
var (
	ink      = color.Gray{Y: 0x1A}
	paleInk  = color.Gray{Y: 0x60}
	gridInk  = color.Gray{Y: 0xE6}
	emptyInk = color.Gray{Y: 0x8C}
)

// The styles of text.
var (
	titleText = textStyle(13, xfont.WeightBold, ink)
	panelText = textStyle(10.5, xfont.WeightBold, ink)
	labelText = textStyle(11, xfont.WeightNormal, ink)
	entryText = textStyle(10, xfont.WeightNormal, ink)
	tickText  = textStyle(9.5, xfont.WeightNormal, ink)
	noteText  = textStyle(9.5, xfont.WeightNormal, paleInk)
	smallText = textStyle(8.5, xfont.WeightNormal, paleInk)
)

func textStyle(size vg.Length, weight xfont.Weight, c color.Color) text.Style {
	sans := font.Font{Typeface: "Liberation", Variant: "Sans", Weight: weight}
	return text.Style{Color: c, Font: font.From(sans, size), Handler: plot.DefaultTextHandler}
}

// aligned returns a style that aligns text to its point.
func aligned(s text.Style, x text.XAlignment, y text.YAlignment) text.Style {
	s.XAlign, s.YAlign = x, y
	return s
}

// middle is the point to centre text at so that its capitals are centred on y:
// plot's own centre counts the room for descenders, so it comes out low.
func middle(s text.Style, x, y vg.Length) vg.Point {
	return vg.Point{X: x, Y: y + 0.1*s.Font.Size}
}

// stateColours are Okabe and Ito's colours, which stay apart for colour-blind
// readers, for what jobs and policies do; greys for what no policy can help.
// Training is green, the idling that a policy is to blame for is the loudest.
var stateColours = [sim.NumStates]color.NRGBA{
	sim.Down:        rgb(0xB4B4B4),
	sim.External:    rgb(0xD2D2D2),
	sim.IdleBlocked: rgb(0xD55E00),
	sim.IdleUnused:  rgb(0xE69F00),
	sim.IdleEmpty:   rgb(0xF1F1F1),
	sim.Starting:    rgb(0x56B4E9),
	sim.Restoring:   rgb(0x0072B2),
	sim.Saving:      rgb(0xCC79A7),
	sim.Draining:    rgb(0xF0E442),
	sim.Holding:     rgb(0x882255), // Tol's wine: Okabe and Ito have no ninth
	sim.Training:    rgb(0x009E73),
	sim.Lost:        rgb(0x000000),
}

func rgb(c uint32) color.NRGBA {
	return color.NRGBA{R: uint8(c >> 16), G: uint8(c >> 8), B: uint8(c), A: 0xFF}
}

// faded makes a colour let through what is below it.
func faded(c color.NRGBA, alpha uint8) color.NRGBA {
	c.A = alpha
	return c
}

// stateName is a state's name for readers of plots.
func stateName(s sim.GPUState) string {
	b := []byte(s.String())
	return string(bytes.ReplaceAll(b, []byte("_"), []byte(" ")))
}
