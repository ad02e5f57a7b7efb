package site

import (
	"math/big"
	"slices"
	"strings"
)

// gpuResources are the extended resources that stand for whole GPUs or the like.
var gpuResources = []string{"nvidia.com/gpu", "amd.com/gpu", "gpu.intel.com/i915", "gpu.intel.com/xe", "habana.ai/gaudi"}

var (
	ones = big.NewRat(1, 1)
	gibi = quantityUnits["Gi"]
)

// instanceLabels are the labels with the type of a node.
var instanceLabels = []string{"node.kubernetes.io/instance-type", "beta.kubernetes.io/instance-type"}

// node reads a Node of Kubernetes. Its GPUs are those that jobs can be given
// (allocatable), else all (capacity).
func (im *importer) node(v *value) {
	name := v.key("metadata", "name").str()
	if im.names[name] {
		im.note(Ignored, name, "the node is there twice: the first counts")
		return
	}
	im.names[name] = true
	capacity, allocatable := v.key("status", "capacity"), v.key("status", "allocatable")
	if im.expect(capacity, object, "a map of resources") == nil {
		im.fail(v, "a node with status.capacity")
		return
	}
	n := node{name: name, gpus: im.nodeGPUs(name, capacity)}
	n.cpus, _ = im.quantity(capacity.key("cpu"), ones, 0)
	n.memory, _ = im.quantity(capacity.key("memory"), gibi, 0)
	if allocatable != nil {
		free := im.nodeGPUs("", allocatable)
		if free < n.gpus {
			im.note(Assumed, name, "%d of %d GPUs are allocatable: the others count as broken", free, n.gpus)
		}
		n.gpus = free
	}
	labels := v.key("metadata", "labels")
	n.gpuType = labels.first("nvidia.com/gpu.product", "amd.com/gpu.product-name", "cloud.google.com/gke-accelerator")
	n.group = labels.first(instanceLabels...)
	n.away = im.away(v, labels)
	im.wholeGPUs(&n, labels)
	if n.gpus > 0 {
		im.taints(name, v.key("spec", "taints"))
	}
	im.nodes = append(im.nodes, n)
}

// wholeGPUs undoes what the device plugin of NVIDIA does to the number of GPUs: with
// time slicing each counts several times, and with MIG of one profile each slice
// counts as a GPU.
func (im *importer) wholeGPUs(n *node, labels *value) {
	if replicas := im.whole(labels.key("nvidia.com/gpu.replicas"), 1, 1, maxCount); replicas > 1 {
		im.note(Assumed, n.name, "time slicing: %d of %s are %d GPUs", n.gpus, "nvidia.com/gpu", n.gpus/replicas)
		n.gpus /= replicas
		n.gpuType = strings.TrimSuffix(n.gpuType, "-SHARED")
	}
	if labels.key("nvidia.com/mig.strategy").str() == "single" && strings.Contains(n.gpuType, "MIG-") {
		im.note(Ignored, n.name, "%d slices of GPUs (%s): parts of GPUs are no GPUs", n.gpus, n.gpuType)
		n.gpus = 0
	}
}

// nodeGPUs adds up the GPUs in a map of resources. A name asks for notes on what
// is left out.
func (im *importer) nodeGPUs(name string, resources *value) int {
	sum := 0
	for i, key := range resources.keys {
		v := resources.items[i]
		switch {
		case slices.Contains(gpuResources, key):
			sum += im.gpus(v)
		case name != "" && (strings.HasPrefix(key, "nvidia.com/mig-") || strings.HasSuffix(key, "gpu.shared")) && v.str() != "0":
			im.note(Ignored, name, "%s %s: parts of GPUs are no GPUs", v.str(), key)
		}
	}
	return sum
}

// first returns the value of the first key that is there.
func (v *value) first(keys ...string) string {
	for _, k := range keys {
		if s := v.key(k).str(); s != "" {
			return s
		}
	}
	return ""
}

// away reports whether a node is cordoned, not ready, or held back by HyperPod.
func (im *importer) away(v, labels *value) bool {
	if v.key("spec", "unschedulable").str() == "true" {
		return true
	}
	if strings.HasPrefix(labels.key("sagemaker.amazonaws.com/node-health-status").str(), "Unschedulable") {
		return true
	}
	for _, c := range v.key("status", "conditions").all() {
		if c.key("type").str() == "Ready" && c.key("status").str() != "True" {
			return true
		}
	}
	return false
}

// taints notes taints that keep jobs away which do not tolerate them.
func (im *importer) taints(name string, taints *value) {
	for _, t := range taints.all() {
		key, effect := t.key("key").str(), t.key("effect").str()
		known := slices.Contains(gpuResources, key) || strings.HasPrefix(key, "node.kubernetes.io/")
		if !known && effect != "PreferNoSchedule" {
			im.note(Ignored, name, "taint %s=%s:%s: every job is taken to tolerate it", key, t.key("value").str(), effect)
		}
	}
}
