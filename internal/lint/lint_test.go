// Package lint checks the whole repository: formatting, vet, which package may
// import which, and what the deterministic core must not use.
package lint

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const root = "../.."

// layers lists the packages from the lowest up. A package imports only those
// of lower layers.
var layers = [][]string{
	{"rubato/simtime", "rubato/internal/words", "rubato/internal/browser"},
	{"rubato/internal/stream", "rubato/report/table"},
	{"rubato/workload", "rubato/cluster", "rubato/traces", "rubato/stats"},
	{"rubato/policy", "rubato/compare"},
	{"rubato/sim"},
	{"rubato/report"},
	{"rubato/report/html"},
	{"rubato/fit", "rubato/site"},
	{"rubato/draft"},
	{"rubato/experiments"},
	{"rubato/experiments/check"},
	{"rubato/serve", "rubato/validation"},
	{"rubato/cmd/rubato"},
}

// core are the packages whose results must not depend on anything but their
// input.
var core = []string{"simtime", "workload", "cluster", "policy", "sim"}

func TestFormat(t *testing.T) {
	out, err := exec.Command("gofmt", "-l", root).CombinedOutput()
	require.NoError(t, err, string(out))
	require.Empty(t, string(out), "gofmt would change these")
}

func TestVet(t *testing.T) {
	cmd := exec.Command("go", "vet", "./...")
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
}

func TestImportsPointDown(t *testing.T) {
	layer := make(map[string]int)
	for i, names := range layers {
		for _, n := range names {
			layer[n] = i
		}
	}
	eachFile(t, func(path string, f *ast.File) {
		if strings.HasSuffix(path, "_test.go") {
			return
		}
		pkg := "rubato/" + filepath.ToSlash(filepath.Dir(path))
		mine, known := layer[pkg]
		if !known {
			require.Contains(t, pkg, "/internal/", "package %s has no layer", pkg)
			return
		}
		for _, name := range imports(f) {
			if other, ours := layer[name]; ours {
				require.Less(t, other, mine, "%s imports %s", path, name)
			}
		}
	})
}

func TestCoreIsDeterministic(t *testing.T) {
	eachFile(t, func(path string, f *ast.File) {
		for _, name := range imports(f) {
			require.NotEqual(t, "math/rand", name, "%s: use internal/stream", path)
		}
		if strings.HasSuffix(path, "_test.go") || !slices.Contains(core, filepath.ToSlash(filepath.Dir(path))) {
			return
		}
		for _, name := range imports(f) {
			require.NotContains(t, []string{"os", "log", "time/tzdata", "gopkg.in/yaml.v3", "encoding/json"}, name, "%s", path)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := s.X.(*ast.Ident); ok && x.Name == "time" {
					require.NotContains(t, []string{"Now", "Since", "Until", "After", "Tick"}, s.Sel.Name, "%s reads the wall clock", path)
				}
			}
			return true
		})
	})
}

func TestExportedNamesAreDocumented(t *testing.T) {
	eachFile(t, func(path string, f *ast.File) {
		if strings.HasSuffix(path, "_test.go") {
			return
		}
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Name.IsExported() && d.Name.Name != "String" && d.Name.Name != "Error" {
					require.NotNil(t, d.Doc, "%s: %s has no comment", path, d.Name.Name)
				}
			case *ast.GenDecl:
				requireTypeDocs(t, path, d)
			}
		}
	})
}

func requireTypeDocs(t *testing.T, path string, d *ast.GenDecl) {
	for _, s := range d.Specs {
		if ts, ok := s.(*ast.TypeSpec); ok && ts.Name.IsExported() {
			require.True(t, d.Doc != nil || ts.Doc != nil, "%s: type %s has no comment", path, ts.Name.Name)
		}
	}
}

func imports(f *ast.File) []string {
	var out []string
	for _, i := range f.Imports {
		name, _ := strconv.Unquote(i.Path.Value)
		out = append(out, name)
	}
	return out
}

// eachFile parses every Go file of the repository.
func eachFile(t *testing.T, do func(path string, f *ast.File)) {
	files := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && strings.HasPrefix(d.Name(), ".") && path != root {
			return fs.SkipDir
		}
		if !strings.HasSuffix(path, ".go") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		require.NoError(t, err)
		rel, err := filepath.Rel(root, path)
		require.NoError(t, err)
		files++
		do(rel, f)
		return nil
	})
	require.NoError(t, err)
	require.NotZero(t, files)
}
