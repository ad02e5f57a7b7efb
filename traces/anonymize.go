package traces

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"slices"
)

// pseudonyms replace names by what cannot be turned back without the key: the kind
// of name, and 64 bits of the HMAC-SHA256 (RFC 2104) of the kind and the name. One
// name has one pseudonym in all traces of a key.
type pseudonyms struct {
	mac  hash.Hash
	seen map[[2]string]string
}

func newPseudonyms(key []byte) *pseudonyms {
	return &pseudonyms{hmac.New(sha256.New, key), make(map[[2]string]string)}
}

// replace replaces a name, if there is one.
func (p *pseudonyms) replace(kind string, name *string) {
	if *name == "" {
		return
	}
	known := [2]string{kind, *name}
	if p.seen[known] == "" {
		p.mac.Reset()
		p.mac.Write([]byte(kind + "\x00" + *name))
		p.seen[known] = kind + "-" + hex.EncodeToString(p.mac.Sum(nil)[:8])
	}
	*name = p.seen[known]
}

// Anonymize returns the jobs with pseudonyms by a key for their ids, users, teams
// and names. All else stays: times, sizes, GPU types, priorities and statuses.
func (j *Jobs) Anonymize(key []byte) *Jobs {
	p := newPseudonyms(key)
	out := *j
	out.Rows = slices.Clone(j.Rows)
	for i := range out.Rows {
		r := &out.Rows[i]
		p.replace("job", &r.ID)
		p.replace("user", &r.User)
		p.replace("team", &r.Group)
		p.replace("name", &r.Model)
	}
	return &out
}

// Anonymize returns the availability with pseudonyms by a key for its nodes.
func (a *Availability) Anonymize(key []byte) *Availability {
	p := newPseudonyms(key)
	out := *a
	out.Events = slices.Clone(a.Events)
	for i := range out.Events {
		p.replace("node", &out.Events[i].Node)
	}
	return &out
}
