package serve

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// answer writes a value as JSON.
func answer(w http.ResponseWriter, v any) {
	text, err := json.Marshal(v)
	if err != nil {
		refuse(w, http.StatusInternalServerError, err.Error())
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(text) // who has gone needs no answer
}

// refuse says why there is no answer.
func refuse(w http.ResponseWriter, status int, why string) {
	if status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", "5")
	}
	text, _ := json.Marshal(map[string]string{"error": why}) // strings can be written
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(text)
}

// read reads the body of a request as JSON. It answers where that fails.
func read(w http.ResponseWriter, r *http.Request, into any) bool {
	if r.ContentLength > maxBody {
		w.Header().Set("Connection", "close") // the rest is not read
		refuse(w, http.StatusRequestEntityTooLarge, tooBig)
		return false
	}
	c := http.NewResponseController(w)
	_ = c.SetReadDeadline(time.Now().Add(bodyTime)) // a server over TCP can
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody))
	d.DisallowUnknownFields()
	err := d.Decode(into)
	if err == nil && d.More() {
		err = errors.New("there is more after the value")
	}
	var over *http.MaxBytesError
	switch {
	case errors.As(err, &over):
		refuse(w, http.StatusRequestEntityTooLarge, tooBig)
	case err != nil:
		refuse(w, http.StatusBadRequest, "want a request in JSON: "+err.Error())
	}
	_ = c.SetReadDeadline(time.Time{}) // a run may be longer than its request
	return err == nil
}

var tooBig = fmt.Sprintf("want at most %d MiB; put long lists of jobs into a trace", maxBody>>20)
