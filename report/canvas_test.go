package report

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every plot is there in every format, the same bytes each time.
func TestFormats(t *testing.T) {
	r := madeUp(2, 2, 60)
	for _, k := range plotKinds {
		for _, format := range plotFormats {
			data := drawn(t, k.draw, r, format)
			if data == nil {
				continue
			}
			require.True(t, bytes.Equal(data, drawn(t, k.draw, r, format)), "two of %s.%s differ", k.Name, format)
			switch format {
			case "svg":
				requireXML(t, data)
				require.NotContains(t, string(data), "family:Liberation")
			case "pdf":
				require.Contains(t, string(data), "/CreationDate (D:19700101000000)")
				require.NotEmpty(t, regexp.MustCompile(`/BaseFont /LiberationSans`).Find(data))
			case "csv":
				rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
				require.NoError(t, err)
				require.Greater(t, len(rows), 1, k.Name)
			}
		}
	}
	_, err := (&figure{}).render("gif")
	require.EqualError(t, err, `no format "gif" of plots, want one of [png svg pdf csv]`)
}

func requireXML(t *testing.T, data []byte) {
	d := xml.NewDecoder(bytes.NewReader(data))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else {
			require.NoError(t, err)
		}
	}
}

// Names are only text in a picture, whatever is in them.
func TestNamesAreInert(t *testing.T) {
	r := madeUp(1, 1, 5)
	r.Runs[0].Label = `<script>alert("&")</script>`
	data := string(drawn(t, wastePlot, r, "svg"))
	requireXML(t, []byte(data))
	require.False(t, strings.Contains(data, "<script"))
}
