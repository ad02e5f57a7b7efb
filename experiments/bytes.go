package experiments

import (
	"fmt"
	"math/big"
	"regexp"
	"strings"
)

// byteSize is a number of bytes, such as 912GB or 80GiB.
type byteSize int64

// byteRate is a number of bytes a second, such as 2TB/s.
type byteRate int64

var byteNumber = regexp.MustCompile(`^([0-9]{1,15}(?:\.[0-9]{1,9})?) ?([kKMGTP]i?)?B$`)

const wantBytes = "a number of bytes such as 912GB, 80GiB or 1.5TB, over 0 and at most 9PB"

// UnmarshalText reads decimal (kB, MB, GB, TB, PB) and binary (KiB … PiB) units.
func (b *byteSize) UnmarshalText(text []byte) error {
	n, ok := parseBytes(string(text))
	if !ok {
		return fmt.Errorf("want %s", wantBytes)
	}
	*b = byteSize(n)
	return nil
}

// UnmarshalText reads bytes over a second.
func (b *byteRate) UnmarshalText(text []byte) error {
	s, perSecond := strings.CutSuffix(string(text), "/s")
	n, ok := parseBytes(s)
	if !ok || !perSecond {
		return fmt.Errorf("want a number of bytes a second such as 400GB/s or 2TB/s, over 0 and at most 9PB/s")
	}
	*b = byteRate(n)
	return nil
}

// parseBytes rounds to whole bytes, half up.
func parseBytes(s string) (int64, bool) {
	m := byteNumber.FindStringSubmatch(s)
	if m == nil {
		return 0, false
	}
	r, _ := new(big.Rat).SetString(m[1])
	base, power := int64(1000), int64(0)
	if unit, binary := strings.CutSuffix(m[2], "i"); unit != "" {
		if binary {
			base = 1024
		}
		power = int64(strings.Index("kMGTP", strings.Replace(unit, "K", "k", 1))) + 1
	}
	unit := new(big.Int).Exp(big.NewInt(base), big.NewInt(power), nil)
	r.Mul(r, new(big.Rat).SetInt(unit))
	n := decimal{r}.scale(1)
	return n.Int64(), n.Sign() > 0 && n.Cmp(big.NewInt(9e15)) <= 0
}
