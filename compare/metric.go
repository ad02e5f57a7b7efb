package compare

// Metric is a figure of a run by which policies are compared.
type Metric struct {
	// Name is what the metric is called in files; its last word is the unit.
	Name string
	// Head is what people read, with the unit.
	Head string
	// Decimals are those of small figures.
	Decimals int
	// More is set where more is better.
	More bool
	// fewer and more are what a policy does whose figure is less or more.
	fewer, more string
}

// The metrics that the program compares by, in the order of their columns.
const (
	Wasted = iota
	WastePercent
	MeanTrain
	P99Train
	Makespan
	Undone
	ETTR
	Goodput
	Cost
	NumMetrics
)

// Metrics are the metrics, by their constants.
var Metrics = [NumMetrics]Metric{
	Wasted:       {"wasted_gpu_hours", "wasted GPU-h", 1, false, "wastes %s fewer GPU-hours than", "wastes %s more GPU-hours than"},
	WastePercent: {"waste_percent", "waste %", 1, false, "has a waste percentage %s lower than", "has a waste percentage %s higher than"},
	MeanTrain:    {"mean_time_to_train_hours", "mean train h", 2, false, "has a mean time to train %s shorter than", "has a mean time to train %s longer than"},
	P99Train:     {"p99_time_to_train_hours", "p99 train h", 2, false, "has a p99 time to train %s shorter than", "has a p99 time to train %s longer than"},
	Makespan:     {"makespan_hours", "makespan h", 2, false, "has a makespan %s shorter than", "has a makespan %s longer than"},
	Undone:       {"undone_jobs", "undone jobs", 0, false, "leaves %s fewer jobs undone than", "leaves %s more jobs undone than"},
	ETTR:         {"ettr_percent", "ETTR %", 1, true, "has an ETTR %s lower than", "has an ETTR %s higher than"},
	Goodput:      {"goodput_percent", "goodput %", 1, true, "has a goodput %s lower than", "has a goodput %s higher than"},
	Cost:         {"cost", "cost", 2, false, "costs %s less than", "costs %s more than"},
}

// MetricNames are the names of the metrics.
func MetricNames() []string {
	var out []string
	for m := range Metrics {
		out = append(out, Metrics[m].Name)
	}
	return out
}
