package policy

import "rubato/internal/words"

// Source says where a policy takes its idea of a job's run time from.
type Source string

// The sources.
const (
	// NoEstimates is for a policy that uses none.
	NoEstimates Source = "none"
	// Oracle is the true run time, which no real scheduler knows.
	Oracle Source = "oracle"
	// Noisy is the true run time times a log-normal error.
	Noisy Source = "noisy"
	// User is what the job's user gave.
	User Source = "user"
	// History is the mean run time of the user's completed jobs of the same
	// name and size, else of the same name, else of the user's, else of all,
	// else an hour.
	History Source = "history"
)

// UnmarshalText accepts the names of the constants.
func (s *Source) UnmarshalText(text []byte) error {
	return words.Parse(s, text, []Source{NoEstimates, Oracle, Noisy, User, History})
}

// Estimates is the source of run times and its error.
type Estimates struct {
	Source Source
	// Sigma is the standard deviation of the logarithm of Noisy's error.
	Sigma float64
	// Factor multiplies every estimate; 0 stands for 1.
	Factor float64
}

// Clairvoyant reports whether the estimates are made from true run times.
func (e Estimates) Clairvoyant() bool { return e.Source == Oracle || e.Source == Noisy }

// Estimator is a policy that uses estimates of run times.
type Estimator interface {
	Estimates() Estimates
}

// estimating are the parameters of a policy that uses estimates of run times.
type estimating struct {
	Source Source  `yaml:"estimates" json:"estimates" jsonschema:"description=Where run times come from: oracle\\, noisy\\, user or history."`
	Sigma  float64 `yaml:"sigma" json:"sigma" jsonschema:"minimum=0,maximum=10,description=Log-normal error of noisy estimates."`
	Factor float64 `yaml:"factor" json:"factor" jsonschema:"exclusiveMinimum=0,maximum=1000,description=What every estimate is multiplied by."`
}

// Estimates returns the parameters.
func (e *estimating) Estimates() Estimates { return Estimates(*e) }
