package site

// pytorchJob reads a PyTorchJob (kubeflow.org/v1).
func (im *importer) pytorchJob(v *value) {
	spec := v.key("spec")
	specs := im.expect(spec.key("pytorchReplicaSpecs"), object, "a map of replica specs")
	if specs == nil {
		im.fail(v, "spec.pytorchReplicaSpecs")
		return
	}
	j := im.jobHead(v)
	j.Operator = "kubeflow"
	for i := range specs.keys {
		r := specs.items[i]
		r.read = true
		gpus := im.podGPUs(r.key("template", "spec"))
		r.key("restartPolicy")
		if i > 0 && gpus != j.ReplicaGPUs {
			im.fail(r, "pods with as many GPUs as those of "+specs.keys[0])
		}
		j.ReplicaGPUs = gpus
		j.Replicas += im.count(r.key("replicas"), 1)
		im.podNotes(r, r.key("template", "spec"), &j, false)
	}
	policy := im.expect(spec.key("elasticPolicy"), object, "a map")
	im.torchElastic(policy, "minReplicas", "maxReplicas", &j)
	run := spec.key("runPolicy")
	j.Limits.Active = im.seconds(run.key("activeDeadlineSeconds"))
	if n := im.count(run.key("backoffLimit"), -1); j.Restart.Lifetime < 0 {
		j.Restart.Lifetime = n
	}
	if p := run.key("schedulingPolicy"); p != nil {
		if class := p.key("priorityClass").str(); class != "" {
			j.PriorityClass = class
		}
	}
	im.unread(spec, "template")
	im.addJob(v, j)
}

// trainJob reads a TrainJob (trainer.kubeflow.org/v1alpha1). Its elastic policy is
// that of a runtime or of the job, by the name of the policy of torch.
func (im *importer) trainJob(v *value) {
	spec := v.key("spec")
	trainer := im.expect(spec.key("trainer"), object, "a map")
	if trainer == nil {
		im.fail(v, "spec.trainer: the nodes and resources of a runtime are not in this file")
		return
	}
	j := im.jobHead(v)
	j.Operator = "kubeflow"
	j.Replicas = im.whole(trainer.key("numNodes"), 1, 1, maxCount)
	j.ReplicaGPUs = im.containerGPUs(nodeResources(trainer))
	im.torchElastic(im.expect(spec.key("elasticPolicy"), object, "a map"), "minNodes", "maxNodes", &j)
	im.note(Ignored, spec.path()+".runtimeRef", "%q: what the runtime says is not in this file", spec.key("runtimeRef", "name").str())
	im.unread(spec, "template", "runtimeRef")
	im.addJob(v, j)
}

// nodeResources shows resourcesPerNode as the resources of a container.
func nodeResources(trainer *value) *value {
	r := trainer.key("resourcesPerNode")
	if r == nil {
		return nil
	}
	return &value{kind: object, keys: []string{"resources"}, items: []*value{r}, parent: trainer, at: r.at, read: true}
}

// torchElastic reads the elastic policy of torchrun: any number of replicas in the
// bounds, and restarts that changes of size use up, too.
func (im *importer) torchElastic(p *value, lowKey, highKey string, j *Job) {
	j.Sizes = []int{j.Replicas}
	if p == nil {
		return
	}
	least := im.whole(p.key(lowKey), j.Replicas, 1, maxCount)
	most := im.whole(p.key(highKey), max(j.Replicas, least), 1, maxCount)
	if least > most {
		im.fail(p.key(lowKey), "at most "+highKey)
		return
	}
	j.Sizes = nil
	for n := least; n <= most; n++ {
		j.Sizes = append(j.Sizes, n)
	}
	if j.Replicas < least || j.Replicas > most {
		im.note(Assumed, p.path(), "the job has %d replicas, which is not between %d and %d: it asks for %d", j.Replicas, least, most, least)
		j.Replicas = least
	}
	j.Restart.Lifetime = im.count(p.key("maxRestarts"), -1)
}

// addJob adds a job that has pods with GPUs.
func (im *importer) addJob(v *value, j Job) {
	switch {
	case j.ReplicaGPUs == 0:
		im.fail(v, "pods that ask for GPUs, such as nvidia.com/gpu: 8")
	case j.Replicas == 0:
		im.fail(v, "at least one replica")
	}
	im.exp.Jobs = append(im.exp.Jobs, j)
}
