package traces

import (
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

// TestLinesAcrossChunks reads a text of several chunks, whole and a byte at a
// time: the lines and the hash are those of a plain split.
func TestLinesAcrossChunks(t *testing.T) {
	text := strings.Repeat("480000,add,node1\r\n\r\n", 3*chunkSize/20)
	whole, bytewise := newLines(strings.NewReader("\ufeff"+text)), newLines(iotest.OneByteReader(strings.NewReader(text)))
	num := 1
	for range 3 * chunkSize / 20 {
		for _, l := range []*lines{whole, bytewise} {
			got, ok, fault := l.next()
			require.Nil(t, fault)
			require.True(t, ok)
			require.Equal(t, line{num, "480000,add,node1"}, got)
		}
		num += 2
	}
	for _, l := range []*lines{whole, bytewise} {
		_, ok, fault := l.next()
		require.Nil(t, fault)
		require.False(t, ok)
	}
	plain := newLines(strings.NewReader(strings.ReplaceAll(text, "\r", "")))
	for ok := true; ok; {
		_, ok, _ = plain.next()
	}
	require.Equal(t, plain.sum(), whole.sum())
	require.Equal(t, plain.sum(), bytewise.sum())
}

func TestReadFailure(t *testing.T) {
	_, err := ReadJobsFrom("f", iotest.ErrReader(iotest.ErrTimeout), Options{})
	require.EqualError(t, err, `f: got "timeout", want a file that can be read`)
}

// TestCutGzip finds the fault even where the text that is left is a trace.
func TestCutGzip(t *testing.T) {
	packed := gzipOf(t, polluxHeader+"2017-10-09 07:00:01,66.0,2,132.0,11cb48\n")
	_, err := ReadJobs("f", packed[:len(packed)-5], Options{Lenient: true})
	require.EqualError(t, err, `f: got "unexpected EOF", want a whole gzip stream of at most 1073741824 bytes when decompressed`)
	packed[len(packed)-5] ^= 1
	_, err = ReadJobs("f", packed, Options{})
	require.EqualError(t, err, `f: got "gzip: invalid checksum", want a whole gzip stream of at most 1073741824 bytes when decompressed`)
}
