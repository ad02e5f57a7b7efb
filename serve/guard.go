package serve

import (
	"net"
	"net/http"
	"strings"
	"time"
)

// policy of contents: the page's own files and nothing else, not even styles in the
// text.
const ownOnly = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; img-src 'self' data:; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// guard keeps out what the reader's browser is made to send by other pages: requests
// for a name that is not ours (DNS rebinding) and requests that another origin makes
// (CSRF). Nothing here is readable for another origin.
func (s *Server) guard(next http.Handler) http.Handler {
	origin := http.NewCrossOriginProtection()
	origin.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		refuse(w, http.StatusForbidden, "the request comes from another page; open this server's own page")
	}))
	checked := origin.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(writeTime)) // a server over TCP can
		h := w.Header()
		h.Set("Content-Security-Policy", ownOnly)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		if !s.ours(r.Host) {
			refuse(w, http.StatusMisdirectedRequest, "this server does not go by that name; open it as localhost or by its address")
			return
		}
		checked.ServeHTTP(w, r)
	})
}

// ours reports whether a request may ask for a host: an address, which no name that
// another owns can stand for, localhost, or the name that the server was given.
func (s *Server) ours(host string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	name = strings.TrimSuffix(strings.TrimPrefix(name, "["), "]")
	return net.ParseIP(name) != nil || strings.EqualFold(name, "localhost") || s.Host != "" && strings.EqualFold(name, s.Host)
}
