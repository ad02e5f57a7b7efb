package traces

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRowCut(t *testing.T) {
	tests := []struct {
		text  string
		cells []string
		cols  []int
	}{
		{"a,b,c", []string{"a", "b", "c"}, []int{1, 3, 5}},
		{",,", []string{"", "", ""}, []int{1, 2, 3}},
		{`"a,b",c,d`, []string{"a,b", "c", "d"}, []int{1, 7, 9}},
		{`a,"say ""hi""",""`, []string{"a", `say "hi"`, ""}, []int{1, 3, 16}},
		{`a,b"c,d`, []string{"a", `b"c`, "d"}, []int{1, 3, 7}},
	}
	for _, tt := range tests {
		r := row{names: []string{"x", "y", "z"}}
		require.Nil(t, r.cut(line{7, tt.text}), tt.text)
		require.Equal(t, tt.cells, r.cells, tt.text)
		require.Equal(t, tt.cols, r.cols, tt.text)
		require.Equal(t, field{"z", tt.cells[2], 7, tt.cols[2]}, r.must("z"))
	}
	for _, text := range []string{`a,b,"c`, `a,"b"x,c`, `"`, `a,b,"c""`} {
		r := row{names: []string{"x", "y", "z"}}
		require.NotNil(t, r.cut(line{1, text}), text)
	}
}
