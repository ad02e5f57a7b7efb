package traces

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
)

const (
	maxDecoded = 1 << 30 // bytes a gzipped trace may grow to
	maxLine    = 1 << 20 // bytes in one line
)

// source is a trace on its way in: its lines, and what was skipped so far.
type source struct {
	name    string
	sha256  string
	lines   []line // without the blank ones
	opts    Options
	skipped skips
}

// line is a line of the decompressed text without its end.
type line struct {
	num  int
	text string
}

// open decompresses data, checks it as text and splits it into lines.
func open(name string, data []byte, o Options) (*source, error) {
	if name == "" {
		name = "<input>"
	}
	if err := o.validate(name); err != nil {
		return nil, err
	}
	text, err := decode(name, data, maxDecoded)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(text)
	s := &source{name: name, sha256: hex.EncodeToString(sum[:]), opts: o}
	if err := s.split(string(text)); err != nil {
		return nil, err
	}
	if len(s.lines) == 0 {
		return nil, &Error{File: name, Want: "a trace, but the file is empty"}
	}
	return s, nil
}

// decode returns the text in data: gunzipped, without byte order mark, with
// \n line ends.
func decode(name string, data []byte, limit int64) ([]byte, error) {
	if gzipped(data) {
		plain, err := gunzip(data, limit)
		if err != nil {
			return nil, &Error{File: name, Got: err.Error(), Want: fmt.Sprintf(
				"a whole gzip stream of at most %d bytes when decompressed", limit)}
		}
		data = plain
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	return bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")), nil
}

// gzipped reports whether data starts with the magic bytes of gzip.
func gzipped(data []byte) bool {
	return bytes.HasPrefix(data, []byte{0x1f, 0x8b})
}

// gunzip decompresses data, which must not grow past limit bytes.
func gunzip(data []byte, limit int64) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	plain, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(plain)) > limit {
		return nil, fmt.Errorf("more than %d bytes", limit)
	}
	return plain, nil
}

// split fills in the lines of text and drops the blank ones.
func (s *source) split(text string) error {
	num := 0
	for part := range strings.SplitSeq(text, "\n") {
		num++
		l := line{num, part}
		if err := l.check(); err != nil {
			err.File = s.name
			return err
		}
		if strings.TrimSpace(part) != "" {
			s.lines = append(s.lines, l)
		}
	}
	return nil
}

// check refuses lines that no text file has.
func (l line) check() *Error {
	if len(l.text) > maxLine {
		return &Error{Line: l.num, Col: maxLine + 1, Got: l.text, Want: "a line of at most 1 MiB"}
	}
	if i := strings.IndexAny(l.text, "\x00\r"); i >= 0 {
		want := "text without NUL bytes"
		if l.text[i] == '\r' {
			want = `lines that end in \n or \r\n`
		}
		return &Error{Line: l.num, Col: i + 1, Got: l.text[i : i+1], Want: want}
	}
	return nil
}

// reject returns err with the file's name, or nil if the reading is lenient
// and has counted the row as skipped.
func (s *source) reject(err *Error) error {
	if s.opts.Lenient {
		s.skipped.add(err.reason)
		return nil
	}
	err.File = s.name
	return err
}

// fail returns a fault of the whole file.
func (s *source) fail(got, want string) error {
	return &Error{File: s.name, Got: got, Want: want}
}
