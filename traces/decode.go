package traces

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

const (
	maxDecoded = 1 << 30 // bytes that a compressed trace may grow to
	maxLine    = 1 << 20 // bytes in one line
)

// source is a trace on its way in: its lines, and what was skipped so far.
type source struct {
	name    string
	lines   *lines
	head    string // the first line and some of those after it
	first   line   // that is not blank
	opts    Options
	skipped skips
	words   map[string]string // one copy of each name that many rows share
	untimed string            // what a trace gives that has no run times
	origin  time.Time         // wall clock of time 0, where the file says it
}

// open starts to read a trace, which may be gzipped or Parquet.
func open(name string, r io.Reader, o Options) (*source, error) {
	if name == "" {
		name = "<input>"
	}
	if fault := o.validate(name); fault != nil {
		return nil, fault
	}
	text, err := decompress(r, maxDecoded)
	s := &source{name: name, lines: newLines(text), opts: o, words: make(map[string]string)}
	if err != nil {
		return nil, s.broken(err)
	}
	if err := s.peek(); err != nil {
		return nil, err
	}
	return s, nil
}

// peek finds the first line that is not blank, and leaves it to be read.
func (s *source) peek() error {
	first, ok, err := s.next()
	if err != nil {
		return err
	}
	if !ok {
		return &Error{File: s.name, Want: "a trace, but the file is empty"}
	}
	s.first = first
	s.head = s.lines.unread(first)
	return nil
}

// next returns the next line that is not blank; ok is false at the end.
func (s *source) next() (l line, ok bool, err error) {
	l, ok, fault := s.lines.next()
	if fault != nil {
		fault.File = s.name
		return l, false, fault
	}
	if err := s.lines.err; !ok && err != nil {
		return l, false, s.broken(err)
	}
	return l, ok, nil
}

// each calls read with every line that is left. A fault that read returns stops
// the reading unless the options are lenient.
func (s *source) each(read func(line) *Error) error {
	for {
		l, ok, err := s.next()
		if err != nil || !ok {
			return err
		}
		if fault := read(l); fault != nil {
			if err := s.reject(fault); err != nil {
				return err
			}
		}
	}
}

// reject returns err with the file's name, or nil if the row is left out and
// counted: by a rule of the format, or because the reading is lenient.
func (s *source) reject(err *Error) error {
	if s.opts.Lenient || err.byRule {
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

// broken returns the fault of bytes that cannot be read.
func (s *source) broken(err error) error {
	var packed *gzipError
	if errors.As(err, &packed) {
		return s.fail(packed.Error(), fmt.Sprintf(
			"a whole gzip stream of at most %d bytes when decompressed", maxDecoded))
	}
	var columns *parquetError
	if errors.As(err, &columns) {
		return s.fail(columns.Error(), fmt.Sprintf(
			"a whole Parquet file of flat columns, of at most %d bytes as CSV", maxDecoded))
	}
	return s.fail(err.Error(), "a file that can be read")
}

// word returns the one copy of a text that many rows share.
func (s *source) word(text string) string {
	if w, ok := s.words[text]; ok {
		return w
	}
	text = strings.Clone(text)
	s.words[text] = text
	return text
}

// gzipError is a gzip stream that is cut, spoilt or too large.
type gzipError struct{ error }

// decompress returns the text in r, gunzipped if it is gzipped, as CSV if it is
// Parquet; it must not grow past limit.
func decompress(r io.Reader, limit int64) (io.Reader, error) {
	b := bufio.NewReaderSize(r, chunkSize)
	magic, err := b.Peek(len(parquetMagic))
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		return nil, err
	case string(magic) == parquetMagic:
		return openParquet(b, limit)
	case !bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
		return b, nil
	}
	z, err := gzip.NewReader(b)
	if err != nil {
		return nil, &gzipError{err}
	}
	return &gunzip{z: z, limit: limit}, nil
}

// gunzip is a gzip stream of bounded size.
type gunzip struct {
	z           *gzip.Reader
	size, limit int64
}

// Read reads on; every error but io.EOF is a *gzipError.
func (g *gunzip) Read(p []byte) (int, error) {
	n, err := g.z.Read(p)
	if g.size += int64(n); g.size > g.limit {
		return 0, &gzipError{fmt.Errorf("more than %d bytes", g.limit)}
	}
	if err != nil && !errors.Is(err, io.EOF) {
		err = &gzipError{err}
	}
	return n, err
}
