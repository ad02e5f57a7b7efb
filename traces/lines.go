package traces

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
	"slices"
	"strings"
)

// chunkSize is how much of a trace is read at once, in bytes.
const chunkSize = 1 << 18

// line is a line of the decompressed text without its end. Its text is part of a
// whole chunk: what is kept of it must be cloned.
type line struct {
	num  int
	text string
}

// lines cuts a text into lines, a chunk of whole ones at a time.
type lines struct {
	r       io.Reader
	buf     []byte // read, but after the last whole line
	chunk   string // whole lines that are not handed out yet
	suspect bool   // the chunk has bytes that may be faults
	num     int    // of the last line handed out
	hash    hash.Hash
	started bool
	err     error // that ended the text; nil for its end
	done    bool
}

func newLines(r io.Reader) *lines {
	return &lines{r: r, hash: sha256.New(), buf: make([]byte, 0, chunkSize)}
}

// next returns the next line that is not blank; ok is false at the end.
func (t *lines) next() (l line, ok bool, fault *Error) {
	for {
		if t.chunk == "" && !t.fill() {
			return l, false, nil
		}
		t.num++
		l = line{num: t.num, text: t.chunk}
		if end := strings.IndexByte(t.chunk, '\n'); end >= 0 {
			l.text, t.chunk = t.chunk[:end], t.chunk[end+1:]
		} else {
			t.chunk = ""
		}
		if t.suspect {
			if fault := l.check(); fault != nil {
				return l, false, fault
			}
		}
		if l.text != "" && (l.text[0] > ' ' || strings.TrimSpace(l.text) != "") {
			return l, true, nil
		}
	}
}

// unread puts a line back that next has just returned, and returns the chunk
// that starts with it.
func (t *lines) unread(l line) string {
	t.num--
	t.chunk = l.text + "\n" + t.chunk
	return t.chunk
}

// sum returns the hash of the text in hex, once all of it is read.
func (t *lines) sum() string { return hex.EncodeToString(t.hash.Sum(nil)) }

// fill reads the next chunk; it returns false at the end.
func (t *lines) fill() bool {
	for !t.done {
		t.read()
		if t.err != nil {
			return false
		}
		end := bytes.LastIndexByte(t.buf, '\n') + 1
		if t.done || end == 0 && len(t.buf) > maxLine+1 {
			end = len(t.buf)
		}
		if end > 0 {
			t.take(end)
			return t.chunk != ""
		}
	}
	return false
}

// read adds to the buffer what fits, and notes the end of the text.
func (t *lines) read() {
	if len(t.buf) == cap(t.buf) {
		t.buf = slices.Grow(t.buf, chunkSize)
	}
	n, err := io.ReadFull(t.r, t.buf[len(t.buf):cap(t.buf)])
	t.buf = t.buf[:len(t.buf)+n]
	if err != nil {
		t.done = true
	}
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		t.err = err
	}
}

// take makes the first bytes of the buffer the chunk: without byte order mark,
// with \n line ends.
func (t *lines) take(end int) {
	part := t.buf[:end]
	if !t.started {
		part = bytes.TrimPrefix(part, []byte("\ufeff"))
		t.started = true
	}
	if bytes.IndexByte(part, '\r') >= 0 {
		part = bytes.ReplaceAll(part, []byte("\r\n"), []byte("\n"))
	}
	t.suspect = len(part) > maxLine || bytes.IndexByte(part, '\r') >= 0 || bytes.IndexByte(part, 0) >= 0
	t.hash.Write(part)
	t.chunk = string(part)
	t.buf = append(t.buf[:0], t.buf[end:]...)
}

// check refuses lines that no text file has.
func (l line) check() *Error {
	if len(l.text) > maxLine {
		return &Error{Line: l.num, Col: maxLine + 1, Got: strings.Clone(l.text), Want: "a line of at most 1 MiB"}
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
