package report

import "rubato/sim"

// ettr is the effective training time ratio of jobs: of the time since each first
// got GPUs, the part in which it made progress that it kept. The wait before
// counts for the queue, not here; the waits after count. Source: Kokolis et al.,
// "Revisiting Reliability in Large-Scale Machine Learning Research Clusters",
// arXiv 2410.21680, but for the first wait, which they count. It is nil where no
// job spent time.
func ettr(res *sim.Result, jobs ...sim.JobResult) *float64 {
	var productive, elapsed int64
	for i := range jobs {
		j := &jobs[i]
		if j.FirstStart > res.End {
			continue
		}
		productive += int64(j.Productive)
		elapsed += int64(min(j.End, res.End).Sub(j.FirstStart))
	}
	return ratio(productive, elapsed)
}

// goodput is the part of the GPU time that jobs held in which they trained and
// kept what they trained; nil where they held none.
func goodput(spent *sim.GPUMillis) *float64 {
	var held int64
	for _, v := range spent[firstJobState:] {
		held += v
	}
	return ratio(spent[sim.Training], held)
}

func ratio(part, whole int64) *float64 {
	if whole == 0 {
		return nil
	}
	f := float64(part) / float64(whole)
	return &f
}
