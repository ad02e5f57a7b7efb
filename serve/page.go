package serve

import (
	"embed"
	"mime"
	"net/http"
	"path"
)

//go:embed assets
var assets embed.FS

// assetNames are the files beside index.html.
var assetNames = []string{"style.css", "shared.js", "knobs.js", "stream.js", "result.js", "main.js"}

// page answers with a file of the page.
func page(name string) http.HandlerFunc {
	data, err := assets.ReadFile("assets/" + name)
	if err != nil {
		panic(err) // it is embedded
	}
	kind := mime.TypeByExtension(path.Ext(name))
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		_, _ = w.Write(data)
	}
}
