package fit_test

import (
	"context"
	"fmt"

	"rubato/fit"
)

// Two published points set the two parameters of Amdahl's law exactly.
func ExampleRun() {
	data := []byte("gpus,tokens_per_second\n8,2000\n64,14000\n")
	m, err := fit.Read("nodes.csv", data, fit.Layout{ReplicaGPUs: 8})
	if err != nil {
		fmt.Println(err)
		return
	}
	res, err := fit.Run(context.Background(), m, fit.Options{Models: []string{"amdahl"}, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range res.Fits[0].Parameters {
		fmt.Printf("%s: %.6g %s (%s)\n", p.Name, p.Value, p.Unit, p.Note)
	}
	fmt.Print(res.Fits[0].YAML)
	// Output:
	// one replica: 2000 tokens/s (no standard error: as many parameters as rows)
	// serial: 0.0204082 share (no standard error: as many parameters as rows)
	// model:
	//   replicaGPUs: 8
	//   scaling: {model: amdahl, serial: 0.02040816327}
}
