package traces

import (
	"rubato/simtime"
)

// Options select and bend the reading of a trace. The zero value reads
// strictly and finds the format by content. An option that the format has no use
// for is a fault.
type Options struct {
	Format       string           // one of the Format constants; "" finds it by content
	Lenient      bool             // leave faulty rows out and count them
	Unit         simtime.Duration // of the times of a file that does not say it
	Group        string           // keep only the jobs of this group; "" keeps all
	ZeroDuration string           // one of the Zero constants
	ZeroGPUs     string           // ZeroError (the default) or ZeroDrop
}

// validate reports the first option that has no meaning.
func (o Options) validate(file string) *Error {
	switch o.ZeroDuration {
	case "", ZeroError, ZeroDrop, ZeroMin1s, ZeroKeep:
	default:
		return &Error{File: file, Got: o.ZeroDuration,
			Want: "option ZeroDuration as error, drop, min-1s or keep"}
	}
	switch o.ZeroGPUs {
	case "", ZeroError, ZeroDrop:
	default:
		return &Error{File: file, Got: o.ZeroGPUs, Want: "option ZeroGPUs as error or drop"}
	}
	switch o.Unit {
	case 0, simtime.Second, simtime.Millisecond:
	default:
		return &Error{File: file, Got: o.Unit.String(), Want: "option Unit as 1s or 1ms"}
	}
	return nil
}
