package serve

import (
	"context"
	"errors"
)

// gate lets only so many in at once and only so many wait.
type gate struct {
	inside  chan struct{}
	present chan struct{} // inside or waiting
}

// errFull is the error of a gate before which enough wait.
var errFull = errors.New("too many runs wait already; try again when some have ended")

func newGate(inside, waiting int) *gate {
	return &gate{make(chan struct{}, inside), make(chan struct{}, inside+waiting)}
}

// come takes a place in the queue, which goAway gives back. It never waits.
func (g *gate) come() error {
	select {
	case g.present <- struct{}{}:
		return nil
	default:
		return errFull
	}
}

// enter waits for a place inside. Leave gives it back.
func (g *gate) enter(ctx context.Context) error {
	select {
	case g.inside <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (g *gate) leave()  { <-g.inside }
func (g *gate) goAway() { <-g.present }
