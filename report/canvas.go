package report

import (
	"bytes"
	"fmt"
	"sync"
	"time"

	"codeberg.org/go-pdf/fpdf"
	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"
)

// plotFormats are the formats of plots; csv is what a plot shows, as a table.
var plotFormats = []string{"png", "svg", "pdf", "csv"}

// render returns the figure in one of the formats. The same figure gives the same
// bytes.
func (f *figure) render(format string) ([]byte, error) {
	var out bytes.Buffer
	if format == "csv" {
		err := f.data.CSV(&out)
		return out.Bytes(), err
	}
	c, err := newCanvas(format, pageWidth, f.height())
	if err != nil {
		return nil, err
	}
	f.draw(draw.New(c))
	_, err = c.WriteTo(&out)
	if format == "svg" {
		return withFallback(out.Bytes()), err
	}
	return out.Bytes(), err
}

func newCanvas(format string, width, height vg.Length) (vg.CanvasWriterTo, error) {
	switch format {
	case "png":
		img := vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(pageDPI))
		return vgimg.PngCanvas{Canvas: img}, nil
	case "svg":
		return vgsvg.New(width, height), nil
	case "pdf":
		timelessPDF()
		return pdfCanvas{vgpdf.New(width, height)}, nil
	}
	return nil, fmt.Errorf("no format %q of plots, want one of %v", format, plotFormats)
}

// withFallback lets readers of SVG without the font use one of the same widths.
func withFallback(svg []byte) []byte {
	return bytes.ReplaceAll(svg, []byte("font-family:Liberation Sans;"), []byte("font-family:'Liberation Sans',Arial,Helvetica,sans-serif;"))
}

// timelessPDF makes PDF files tell the time of the epoch instead of that of their
// making.
var timelessPDF = sync.OnceFunc(func() {
	epoch := time.Unix(0, 0).UTC()
	fpdf.SetDefaultCreationDate(epoch)
	fpdf.SetDefaultModificationDate(epoch)
	fpdf.SetDefaultCatalogSort(true)
})

// pdfCanvas writes bold text in the regular weight, for vgpdf can embed only one
// font in a file.
type pdfCanvas struct{ *vgpdf.Canvas }

// FillString implements vg.Canvas.
func (c pdfCanvas) FillString(f font.Face, at vg.Point, s string) {
	if f.Font.Weight == xfont.WeightBold {
		regular := f.Font
		regular.Weight = xfont.WeightNormal
		f = font.DefaultCache.Lookup(regular, regular.Size)
	}
	c.Canvas.FillString(f, at, s)
}

// height is that of the page.
func (f *figure) height() vg.Length {
	height := 2*pageMargin - blockGap
	for _, b := range f.blocks {
		height += b.height + blockGap
	}
	return height
}

// draw draws the blocks below each other.
func (f *figure) draw(page draw.Canvas) {
	c := draw.Crop(page, pageMargin, -pageMargin, pageMargin, -pageMargin)
	for _, b := range f.blocks {
		part := c
		part.Min.Y = c.Max.Y - b.height
		b.draw(part)
		c.Max.Y -= b.height + blockGap
	}
}
