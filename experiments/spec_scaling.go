package experiments

// scalingSpec is how fast a job runs at each size.
type scalingSpec struct {
	Model    string   `yaml:"model" jsonschema:"required,enum=linear,enum=amdahl,enum=power-law,enum=table,enum=uneven-batch,enum=ring,enum=pollux,enum=profile"`
	Serial   *float64 `yaml:"serial" jsonschema:"minimum=0,maximum=1"`
	Exponent *float64 `yaml:"exponent" jsonschema:"exclusiveMinimum=0,maximum=1"`
	// Points are pairs of GPUs and throughput, in any unit.
	Points      [][]float64 `yaml:"points" jsonschema:"minItems=1"`
	Extrapolate *bool       `yaml:"extrapolate"`
	// Batch is the global batch, which stays what it is at every size.
	Batch *int `yaml:"batch" jsonschema:"minimum=1,maximum=1000000000"`

	// Of the model ring. GradientBytes and a link's bandwidth stand for its
	// transfer.
	Compute       *float64  `yaml:"compute" jsonschema:"exclusiveMinimum=0,maximum=1000000"`
	GradientBytes byteSize  `yaml:"gradientBytes"`
	Local         *linkSpec `yaml:"local"`
	Remote        *linkSpec `yaml:"remote"`

	// Of the model pollux.
	AlphaCompute *float64 `yaml:"alphaCompute" jsonschema:"minimum=0,maximum=1000000"`
	BetaCompute  *float64 `yaml:"betaCompute" jsonschema:"minimum=0,maximum=1000000"`
	AlphaLocal   *float64 `yaml:"alphaLocal" jsonschema:"minimum=0,maximum=1000000"`
	BetaLocal    *float64 `yaml:"betaLocal" jsonschema:"minimum=0,maximum=1000000"`
	AlphaNode    *float64 `yaml:"alphaNode" jsonschema:"minimum=0,maximum=1000000"`
	BetaNode     *float64 `yaml:"betaNode" jsonschema:"minimum=0,maximum=1000000"`
	Gamma        *float64 `yaml:"gamma" jsonschema:"minimum=1,maximum=10"`
	InitialBatch *int     `yaml:"initialBatch" jsonschema:"minimum=1,maximum=1000000000"`
	MaxBatch     *int     `yaml:"maxBatch" jsonschema:"minimum=1,maximum=1000000000"`
	MinLocal     *int     `yaml:"minLocal" jsonschema:"minimum=1,maximum=1000000000"`
	MaxLocal     *int     `yaml:"maxLocal" jsonschema:"minimum=1,maximum=1000000000"`
	// Noise is the gradient noise scale in samples.
	Noise *float64 `yaml:"noise" jsonschema:"minimum=0,maximum=1000000000000"`

	// Of the model profile. A job of a trace may name its application and batch itself.
	Sample      *string `yaml:"sample"`
	Folder      *string `yaml:"folder"`
	Application *string `yaml:"application"`
	// WholeSeconds ends epochs at the nearest whole second.
	WholeSeconds *bool `yaml:"wholeSeconds"`
}

// linkSpec is a link, in seconds.
type linkSpec struct {
	Latency   float64  `yaml:"latency" jsonschema:"minimum=0,maximum=1000000"`
	Transfer  float64  `yaml:"transfer" jsonschema:"minimum=0,maximum=1000000"`
	Bandwidth byteRate `yaml:"bandwidth"`
}

// spreadSpec is what it costs to lie on more nodes or racks than needed.
type spreadSpec struct {
	Nodes *float64 `yaml:"nodes" jsonschema:"exclusiveMinimum=0,maximum=1"`
	Racks *float64 `yaml:"racks" jsonschema:"exclusiveMinimum=0,maximum=1"`
}
