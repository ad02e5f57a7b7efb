package workload

import (
	"fmt"
	"math"
	"slices"
)

// Application is what was measured of a training application: how long a step
// takes, by where its GPUs lie and the samples a GPU, and what an epoch's steps are
// worth at each batch.
type Application struct {
	Name string
	// MinLocal and MaxLocal bound the samples a GPU and step.
	MinLocal, MaxLocal int
	// MaxReplicas bounds the GPUs; 0 does not.
	MaxReplicas int
	steps       stepTimes
	noises      []noises // by batch, ascending
	// ends is the progress at the end of each epoch, in steps of the first batch.
	ends []float64
}

// Noise is what a training at one batch showed in an epoch: the progress at its end
// in steps of the first batch, the steps that it had taken by then, and the squared
// norm and the variance of the gradient.
type Noise struct{ Progress, Steps, Square, Variance float64 }

// noises are those of a training at one batch, by epoch.
type noises struct {
	batch  int
	epochs []Noise
}

// NewApplication returns an application without measurements.
func NewApplication(name string) *Application {
	return &Application{Name: name, steps: newStepTimes()}
}

// Train adds a training at a batch, epoch by epoch.
func (a *Application) Train(batch int, epochs []Noise) {
	i, _ := slices.BinarySearchFunc(a.noises, batch, func(n noises, b int) int { return n.batch - b })
	a.noises = slices.Insert(a.noises, i, noises{batch, epochs})
}

// Check completes an application, or reports what it lacks.
func (a *Application) Check() error {
	if len(a.steps.placed) == 0 {
		return fmt.Errorf("application %q has no step times", a.Name)
	}
	if len(a.noises) == 0 {
		return fmt.Errorf("application %q has no training", a.Name)
	}
	epochs := len(a.noises[0].epochs)
	for _, n := range a.noises {
		epochs = min(epochs, len(n.epochs))
	}
	a.ends = a.ends[:0]
	for e := range epochs {
		least := math.Inf(1)
		for _, n := range a.noises {
			least = min(least, n.epochs[e].Progress)
		}
		if e > 0 && !(least > a.ends[e-1]) || !(least > 0) {
			return fmt.Errorf("application %q makes no progress in epoch %d", a.Name, e+1)
		}
		a.ends = append(a.ends, least)
	}
	if epochs == 0 {
		return fmt.Errorf("application %q has no epoch", a.Name)
	}
	low, high := a.steps.locals()
	if a.MinLocal == 0 {
		a.MinLocal = low
	}
	if a.MaxLocal == 0 {
		a.MaxLocal = high
	}
	return nil
}

// FirstBatch is the batch whose steps progress is counted in, MaxBatch the greatest
// that was measured.
func (a *Application) FirstBatch() int { return a.noises[0].batch }

// MaxBatch is the greatest batch that was measured.
func (a *Application) MaxBatch() int { return a.noises[len(a.noises)-1].batch }

// between returns the measured batches next to one, and how far it is from the first
// to the second.
func (a *Application) between(batch int) (low, high *noises, share float64) {
	i, found := slices.BinarySearchFunc(a.noises, batch, func(n noises, b int) int { return n.batch - b })
	switch {
	case found || i == 0:
		return &a.noises[i], &a.noises[i], 0
	case i == len(a.noises):
		return &a.noises[i-1], &a.noises[i-1], 0
	}
	low, high = &a.noises[i-1], &a.noises[i]
	return low, high, float64(batch-low.batch) / float64(high.batch-low.batch)
}

// Gain is the progress of a step at a batch in an epoch, in steps of the first batch
// (Qiao et al., Pollux, OSDI 2021, section 3.1): between measured batches the
// gradient's statistics are interpolated.
func (a *Application) Gain(batch, epoch int) float64 {
	low, high, share := a.between(batch)
	l, h := low.epochs[epoch], high.epochs[epoch]
	square := l.Square + float64(share*(h.Square-l.Square))
	variance := l.Variance + float64(share*(h.Variance-l.Variance))
	scale := float64(batch) / float64(a.FirstBatch())
	return (variance + square) / (variance/scale + square)
}

// StepsAfter returns the steps that a training at a batch has taken after an epoch,
// counted from 0.
func (a *Application) StepsAfter(batch, epoch int) float64 {
	low, high, share := a.between(batch)
	l, h := low.epochs[epoch].Steps, high.epochs[epoch].Steps
	return l + float64(share*(h-l))
}

// Epochs is the number of epochs of a training.
func (a *Application) Epochs() int { return len(a.ends) }

// progressIn is the progress of an epoch.
func (a *Application) progressIn(epoch int) float64 {
	if epoch == 0 {
		return a.ends[0]
	}
	return a.ends[epoch] - a.ends[epoch-1]
}
