package traces

import "testing"

func BenchmarkReadJobs(b *testing.B) {
	data, err := Sample("philly/ee9e8c.csv.gz")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := ReadJobs("philly", data, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadAvailability(b *testing.B) {
	data, err := Sample("bamboo/p3-trace.csv")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := ReadAvailability("bamboo", data, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
