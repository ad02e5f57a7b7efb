package traces_test

import (
	"fmt"

	"rubato/traces"
)

func ExampleReadJobs() {
	data := []byte("job_id,num_gpu,submit_time,duration,model_name\n" +
		"b,8,60,3600,vgg16\n" +
		"a,1,0,90.5,resnet50\n")
	jobs, err := traces.ReadJobs("jobs.csv", data, traces.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(jobs.Format)
	for _, j := range jobs.Rows {
		fmt.Println(j.ID, j.Submit, j.GPUs, j.Duration, j.Model)
	}
	// Output:
	// tiresias
	// a 0s 1 1m30.5s resnet50
	// b 1m0s 8 1h0m0s vgg16
}

func ExampleReadJobs_fault() {
	data := []byte("job_id,num_gpus,submit_time,duration\na,1,0,90\n")
	_, err := traces.ReadJobs("jobs.csv", data, traces.Options{})
	fmt.Println(err)
	// Output: jobs.csv:1:8: got "num_gpus", want the column "num_gpu"
}

func ExampleInspect() {
	const name = "bamboo/p3-trace.csv"
	data, err := traces.Sample(name)
	if err != nil {
		fmt.Println(err)
		return
	}
	sum, err := traces.Inspect(name, data, traces.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	a := sum.Availability
	fmt.Printf("%s: %d to %d nodes, %.2f on average over %v\n", sum.Format, a.Min, a.Max, a.Mean, sum.Span)
	fmt.Printf("%d names, %d changes\n", a.NodesSeen, a.NetChanges)
	// Output:
	// node-events: 10 to 32 nodes, 24.03 on average over 11h22m0s
	// 177 names, 162 changes
}

func ExampleReadAvailability() {
	data := []byte("0,add,node1\n0,add,node2\n90000,remove,node1\n")
	a, err := traces.ReadAvailability("nodes.csv", data, traces.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range a.Events {
		fmt.Println(e.At, e.Node, e.Up)
	}
	// Output:
	// 0s node1 true
	// 0s node2 true
	// 1m30s node1 false
}
