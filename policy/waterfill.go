package policy

import "slices"

// WaterFill returns the weighted max-min fair shares of a divisible capacity:
// the shares of all whose demand is not met rise together, in proportion to
// their weights, until the capacity is used up (Bertsekas and Gallager, Data
// Networks, section 6.5.2). Weights are positive.
func WaterFill(capacity float64, demands, weights []float64) []float64 {
	order := make([]int, len(demands))
	left := 0.0
	for i := range order {
		order[i] = i
		left += weights[i]
	}
	// Those that are met first come first.
	slices.SortStableFunc(order, func(a, b int) int {
		switch x, y := demands[a]/weights[a], demands[b]/weights[b]; {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	shares := make([]float64, len(demands))
	for _, i := range order {
		shares[i] = min(demands[i], float64(capacity*weights[i])/left)
		capacity -= shares[i]
		left -= weights[i]
	}
	return shares
}
