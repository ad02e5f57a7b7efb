package cluster

import (
	"rubato/internal/stream"
	"rubato/simtime"
)

// PublishedFailures are how often the nodes of a real cluster failed, and for how long.
type PublishedFailures struct {
	Name string
	// Rate is in failures a 1,000 days of a node that is up.
	Rate float64
	// Repair is how long nodes were away; its zero value where that is not published.
	Repair stream.Distribution
	Source string
}

// Published lists what is published of the failures of clusters.
func Published() []PublishedFailures {
	return []PublishedFailures{
		{Name: "rsc-1", Rate: 6.5, Source: "Meta RSC-1 (Kokolis et al., arXiv 2410.21680)"},
		{Name: "rsc-2", Rate: 2.34, Source: "Meta RSC-2 (Kokolis et al., arXiv 2410.21680)"},
		// 419 unexpected interruptions in 54 days on 2,048 nodes of 8.
		{Name: "llama-3", Rate: 3.789, Source: "Meta's training of Llama 3 405B on 16,384 H100 (Grattafiori et al., arXiv 2407.21783)"},
		// 582 outages of 400 nodes in 349 days. The Weibull distribution is that of the
		// greatest likelihood for the 568 that took time: scale 50.8 h, shape 0.45, so
		// that half of them last under 23 h and one in a hundred over 63 days.
		{Name: "infinitehbd", Rate: 4.268, Repair: stream.Distribution{Family: stream.Weibull, Mean: 125*simtime.Hour + 54*simtime.Minute, Shape: 0.45},
			Source: "fault trace of 400 nodes published with InfiniteHBD (Shou et al., arXiv 2502.03885)"},
	}
}
