package draft

import (
	"cmp"
	"fmt"
	"slices"

	"rubato/site"
)

// assumedGPUsPerNode is the size of a node where no file says it.
const assumedGPUsPerNode = 8

// quotaPools makes pools of quotas: one for each flavor or instance type.
func quotaPools(quotas []site.Quota) []pool {
	var out []pool
	for _, q := range quotas {
		for _, l := range q.Limits {
			if l.Nominal == 0 {
				continue
			}
			i := slices.IndexFunc(out, func(p pool) bool { return p.Name == l.What })
			if i < 0 {
				i = len(out)
				out = append(out, pool{Pool: site.Pool{Name: l.What}})
			}
			out[i].Nodes += l.Nominal // GPUs, until all are added
			out[i].instance = l.Instance
		}
	}
	for i := range out {
		p := &out[i]
		gpus, gpuType, known := site.Instance(cmp.Or(p.instance, p.Name))
		p.Name = fmt.Sprintf("%s-%d", site.Word(p.Name), i+1)
		if known {
			p.Nodes, p.GPUsPerNode, p.GPUType = ceil(p.Nodes, gpus), gpus, gpuType
			p.assumed = "the nodes are those of all quotas"
			continue
		}
		p.Nodes, p.GPUsPerNode = ceil(p.Nodes, assumedGPUsPerNode), assumedGPUsPerNode
		p.assumed = "the GPUs are those of all quotas, in nodes of 8"
	}
	return out
}

func ceil(a, b int) int { return (a + b - 1) / b }

// choosePools decides which pools the jobs use and makes them large enough.
func (p *plan) choosePools() error {
	if p.trace == nil && len(p.jobs) == 0 {
		return p.placeholderJobs()
	}
	if len(p.pools) == 0 {
		p.pools = []pool{p.assumedPool()}
	}
	slices.SortStableFunc(p.pools, func(a, b pool) int { return cmp.Compare(b.GPUs(), a.GPUs()) })
	p.keepUsed()
	for i := range p.pools {
		p.enlarge(&p.pools[i], i == 0)
	}
	return nil
}

// keepUsed sets the pools aside in which no job runs. Jobs of a trace run in the
// one with most GPUs, and so do jobs of a list that do not say where.
func (p *plan) keepUsed() {
	var used, unused []pool
	for i, pl := range p.pools {
		if i == 0 || slices.ContainsFunc(p.jobs, func(j site.Job) bool { return p.poolOf(j) == i }) {
			used = append(used, pl)
		} else {
			unused = append(unused, pl)
		}
	}
	p.pools, p.unused = used, unused
}

// poolOf returns the index of the pool that a job's node labels name, else 0.
func (p *plan) poolOf(j site.Job) int {
	want := j.Node["node.kubernetes.io/instance-type"]
	for i, pl := range p.pools {
		if want != "" && pl.Name == site.Word(want) {
			return i
		}
	}
	return 0
}

// assumedPool is the cluster of a user who has only jobs or only availability.
func (p *plan) assumedPool() pool {
	out := pool{Pool: site.Pool{Name: "gpus", GPUsPerNode: assumedGPUsPerNode}, assumed: "no file says what the cluster is"}
	switch {
	case p.trace != nil:
		out.GPUsPerNode = min(p.trace.Jobs.MaxGPUs, assumedGPUsPerNode)
		const aim = 0.8 // of the GPUs, by the load of the trace
		out.Nodes = ceil(int(p.trace.Jobs.MeanLoad/aim), out.GPUsPerNode)
		out.assumed += "; so large that its mean load is 80 %"
	default:
		out.GPUsPerNode = p.jobs[0].ReplicaGPUs
		for _, j := range p.jobs {
			out.GPUsPerNode = max(out.GPUsPerNode, j.ReplicaGPUs)
			if gpus, gpuType, ok := site.Instance(j.Node["node.kubernetes.io/instance-type"]); ok {
				out.GPUsPerNode, out.GPUType = max(out.GPUsPerNode, gpus), gpuType
			}
		}
		gpus := 0
		for _, j := range p.jobs {
			gpus += greatest(j)
			out.spares = max(out.spares, j.Spares)
		}
		out.Nodes = ceil(gpus, out.GPUsPerNode)
		out.assumed += "; so large that every job has its greatest size"
	}
	out.Nodes = max(out.Nodes, 1)
	return out
}

// greatest returns the GPUs of a job at its greatest size.
func greatest(j site.Job) int { return j.Sizes[len(j.Sizes)-1] * j.ReplicaGPUs }

// enlarge gives a pool the nodes that the largest job and the availability need.
func (p *plan) enlarge(pl *pool, main bool) {
	need, why := 0, ""
	if main && p.trace != nil {
		need, why = p.trace.Jobs.MaxGPUs, "its largest job"
	}
	for _, j := range p.jobs {
		if p.pools[p.poolOf(j)].Name != pl.Name {
			continue
		}
		pl.spares = max(pl.spares, j.Spares)
		if gpus := j.Replicas * j.ReplicaGPUs; gpus > need {
			need, why = gpus, "job "+j.Name
		}
	}
	nodes := ceil(need, pl.GPUsPerNode) + pl.spares
	if main && p.capacity != nil {
		most := max(p.capacity.Availability.Max, p.capacity.Availability.MostLive)
		if most > nodes {
			nodes, why = most, "the availability trace"
		}
	}
	if main && len(p.series) > 0 {
		most := slices.MaxFunc(p.series, func(a, b site.Sample) int { return cmp.Compare(a.GPUs, b.GPUs) })
		if n := ceil(most.GPUs, pl.GPUsPerNode); n > nodes {
			nodes, why = n, "the GPUs that there were"
		}
	}
	if nodes <= pl.Nodes {
		return
	}
	if pl.assumed == "" {
		p.warn("pool %s has %d nodes of %d GPUs, but %s needs %d: the experiment gives it those", pl.Name, pl.Nodes, pl.GPUsPerNode, why, nodes)
		pl.assumed = fmt.Sprintf("%d nodes, as the files say, are too few for %s", pl.Nodes, why)
	}
	pl.Nodes = nodes
}

// placeholderJobs stands in for jobs where only the cluster is known.
func (p *plan) placeholderJobs() error {
	if len(p.pools) == 0 {
		p.pools = []pool{{Pool: site.Pool{Name: "gpus", Nodes: 1, GPUsPerNode: 1}, assumed: "no file says what the cluster is"}}
	}
	slices.SortStableFunc(p.pools, func(a, b pool) int { return cmp.Compare(b.GPUs(), a.GPUs()) })
	p.pools, p.unused = p.pools[:1], p.pools[1:]
	p.enlarge(&p.pools[0], true)
	pl := p.pools[0]
	p.jobs = []site.Job{{Name: "example", ReplicaGPUs: pl.GPUsPerNode, Replicas: 1, Sizes: sequence(1, pl.Nodes),
		Restart: site.Restart{Processes: -1, Full: -1, Lifetime: -1}}}
	p.warn("no file has jobs: the experiment has one that is made up")
	return nil
}

func sequence(from, to int) []int {
	var out []int
	for n := from; n <= to; n++ {
		out = append(out, n)
	}
	return out
}
