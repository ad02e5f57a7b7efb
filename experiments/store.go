package experiments

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"rubato/report"
)

// store keeps each run in a file of its own, which is named by the hash of all that
// determines the run: a stored run is the one that is wanted or is not found. A
// file is written under another name and renamed, and it begins with the checksum
// of the rest: whatever kills the program or the machine, a file is whole or is
// found out. So nothing needs to be synced.
type store struct {
	dir     string
	program string
}

// openStore makes the folder if there is none.
func openStore(dir string) (*store, error) {
	program, err := thisProgram()
	if err != nil {
		return nil, fmt.Errorf("cannot keep runs without knowing which program makes them: %w", err)
	}
	return &store{dir, program}, os.MkdirAll(dir, 0o777)
}

// thisProgram is the version and the hash of the program's file: another build may
// give other results.
var thisProgram = sync.OnceValues(func() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	_, err = io.Copy(h, f)
	return ProgramVersion() + " " + hex.EncodeToString(h.Sum(nil)), err
})

func (s *store) path(key string) string { return filepath.Join(s.dir, key+".run") }

// has reports whether there is a file for a run, whole or not.
func (s *store) has(key string) bool {
	_, err := os.Stat(s.path(key))
	return err == nil
}

// errDamaged is the error of a file that is not whole.
var errDamaged = errors.New("damaged")

// load reads a run. It reports false where there is none.
func (s *store) load(key string, into *report.Run) (bool, error) {
	data, err := os.ReadFile(s.path(key))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	packed, ok := unseal(key, data)
	if !ok {
		return false, errDamaged
	}
	plain, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	if err != nil || into.UnmarshalBinary(plain) != nil {
		return false, errDamaged
	}
	return true, nil
}

// save writes a run.
func (s *store) save(key string, run *report.Run) error {
	plain, err := run.MarshalBinary()
	if err != nil {
		return fmt.Errorf("cannot keep a run: %w", err)
	}
	data := seal(key, plain)
	part := filepath.Join(s.dir, "."+key+".part")
	if err := os.WriteFile(part, data, 0o666); err != nil {
		return err
	}
	return os.Rename(part, s.path(key))
}

// seal compresses data and puts before it the checksum of the name and of what
// comes after.
func seal(key string, plain []byte) []byte {
	var b bytes.Buffer
	b.Write(make([]byte, sha256.Size))
	z, _ := flate.NewWriter(&b, flate.BestSpeed) // there is that level
	z.Write(plain)                               // a buffer takes all
	z.Close()
	data := b.Bytes()
	sum := checksum(key, data[sha256.Size:])
	copy(data, sum[:])
	return data
}

// unseal returns the compressed data if it is whole and of that name.
func unseal(key string, data []byte) ([]byte, bool) {
	if len(data) < sha256.Size {
		return nil, false
	}
	sum := checksum(key, data[sha256.Size:])
	return data[sha256.Size:], bytes.Equal(sum[:], data[:sha256.Size])
}

func checksum(key string, packed []byte) [sha256.Size]byte {
	return sha256.Sum256(append([]byte(key), packed...))
}
