package fit

// Result is what there is to say about measurements.
type Result struct {
	File        string   `json:"file"`
	Unit        string   `json:"unit"`
	ReplicaGPUs int      `json:"replicaGPUs"`
	Rows        int      `json:"rows"`
	Points      int      `json:"points"`
	Types       []string `json:"gpuTypes,omitempty"`
	Fits        []Fit    `json:"fits"`
	// NotFitted are the models that these measurements cannot fit.
	NotFitted []NotFitted `json:"notFitted,omitempty"`
	// Preferred is the model to use, "" if the measurements cannot choose.
	Preferred string `json:"preferred,omitempty"`
	Reason    string `json:"reason"`

	m *Measurements
}

// NotFitted is a model that was not fitted, and why.
type NotFitted struct {
	Model  string `json:"model"`
	Reason string `json:"reason"`
}

// Fit is a model fitted to the measurements.
type Fit struct {
	Model      string      `json:"model"`
	Parameters []Parameter `json:"parameters"`
	// Fitted is how many of them the measurements set.
	Fitted int `json:"fitted"`
	// RMSError is the root mean square over the rows of the relative error.
	RMSError float64 `json:"rmsError"`
	// Worst is the row with the largest error.
	Worst Error `json:"worst"`
	// Validation is nil with too few points to leave one out.
	Validation *Validation `json:"crossValidation"`
	// AICc is Akaike's information criterion, corrected for small samples (Hurvich
	// and Tsai, Biometrika 76(2), 1989), up to a constant; nil if there are too few
	// rows or none of them has an error.
	AICc    *float64 `json:"aicc"`
	Remarks []string `json:"remarks,omitempty"`
	YAML    string   `json:"yaml"`
	Errors  []Error  `json:"rows"`

	e *estimate
}

// Parameter is one of a fitted model.
type Parameter struct {
	Name  string  `json:"name"`
	Unit  string  `json:"unit,omitempty"`
	Value float64 `json:"value"`
	// StandardError is nil where there is none; Note says why.
	StandardError *float64 `json:"standardError"`
	Note          string   `json:"note,omitempty"`
}

// Error is a row beside what the model says of it.
type Error struct {
	Line     int     `json:"line"`
	Point    string  `json:"point"`
	Measured float64 `json:"measured"`
	Fitted   float64 `json:"fitted"`
	// Relative is fitted over measured less 1.
	Relative float64 `json:"relative"`
}

// fit returns the fit of a model, nil if there is none.
func (r *Result) fit(model string) *Fit {
	for i := range r.Fits {
		if r.Fits[i].Model == model {
			return &r.Fits[i]
		}
	}
	return nil
}
