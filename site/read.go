package site

import (
	"bytes"
	"fmt"
	"strings"

	"rubato/internal/words"
)

// maxBytes is the greatest size of a file.
const maxBytes = 256 << 20

// Read finds out what a file is and reads it. The name is used in messages only.
// A fault is an *Error.
func Read(name string, data []byte) (*Export, error) {
	if len(data) > maxBytes {
		return nil, &Error{File: name, Want: fmt.Sprintf("at most %d MiB, got more", maxBytes>>20)}
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	text := bytes.TrimSpace(data)
	switch {
	case len(text) == 0:
		return nil, &Error{File: name, Want: wantFile}
	case text[0] == '{' || text[0] == '[':
		d, err := parseJSON(name, data)
		if err != nil {
			return nil, err
		}
		return readDocument(d)
	case looksLikeScontrol(text):
		return readScontrol(name, data)
	case looksLikeSinfo(text):
		return readSinfo(name, data)
	}
	d, err := parseYAML(name, data)
	if err != nil {
		return nil, err
	}
	return readDocument(d)
}

const wantFile = `one of these:
  nodes of Slurm      sinfo -N -o '%N|%G|%T|%c|%m|%P', or scontrol show node
  nodes               kubectl get nodes -o json
  quotas of Kueue     kubectl get workloads,clusterqueues,cohorts,resourceflavors -A -o json
  manifests           of kind HyperPodPyTorchJob, PyTorchJob or TrainJob, YAML or JSON
  quotas of HyperPod  JSON with SchedulerConfig or ComputeQuotas
  GPUs over time      the answer of Prometheus to a range query, JSON`

// readDocument reads JSON or YAML by what its top holds.
func readDocument(d *document) (*Export, error) {
	if len(d.roots) == 0 {
		return nil, &Error{File: d.file, Want: wantFile}
	}
	im := &importer{document: d, exp: &Export{}, names: make(map[string]bool), flavors: make(map[string]*value)}
	switch top := d.roots[0]; {
	case top.key("data", "result") != nil:
		im.prometheus(top)
	case isGovernance(top):
		im.governance()
	case top.key("nodes") != nil:
		im.slurmJSON(top.key("nodes"))
	default:
		im.objects()
	}
	if d.fault != nil {
		return nil, d.fault
	}
	im.exp.Notes = append(im.exp.Notes, d.notes...)
	return im.exp, nil
}

// importer turns a document into an export.
type importer struct {
	*document
	exp     *Export
	nodes   []node
	names   map[string]bool   // of the nodes
	flavors map[string]*value // resource flavors of Kueue by name
	queues  []*value          // cluster queues
	loads   []*value          // workloads
	others  []string          // kinds of objects that are not read
}

// kinds are the objects of Kubernetes that are read.
var kinds = []string{"Node", "ClusterQueue", "Cohort", "ResourceFlavor", "LocalQueue", "Workload", "WorkloadPriorityClass",
	"PriorityClass", "HyperPodPyTorchJob", "PyTorchJob", "TrainJob"}

// objects reads objects of Kubernetes: each root, or the items of a list.
func (im *importer) objects() {
	counts := make(map[string]int)
	for _, root := range im.roots {
		name := root.key("kind").str()
		items := root.key("items")
		if items == nil {
			im.object(root, name, counts)
			continue
		}
		im.expect(items, list, "a list of objects")
		for _, item := range items.all() {
			k := item.key("kind").str()
			if k == "" {
				k = strings.TrimSuffix(name, "List")
			}
			im.object(item, k, counts)
		}
	}
	if im.fault != nil {
		return
	}
	for _, name := range im.others {
		im.note(Ignored, name, "%d objects of this kind; read are %s", counts[name], strings.Join(kinds, ", "))
	}
	im.pools()
	im.kueue()
	im.exp.Kind = im.summary(counts)
}

// object reads one object.
func (im *importer) object(v *value, name string, counts map[string]int) {
	counts[name]++
	switch name {
	case "Node":
		im.node(v)
	case "ClusterQueue":
		im.queues = append(im.queues, v)
	case "Cohort":
		im.cohort(v)
	case "ResourceFlavor":
		im.flavors[v.key("metadata", "name").str()] = v
	case "Workload":
		im.loads = append(im.loads, v)
	case "LocalQueue":
		im.exp.Queues = append(im.exp.Queues, LocalQueue{v.key("metadata", "namespace").str(), v.key("metadata", "name").str(), v.key("spec", "clusterQueue").str()})
	case "WorkloadPriorityClass", "PriorityClass":
		im.exp.Classes = append(im.exp.Classes, PriorityClass{v.key("metadata", "name").str(), im.priority(v.key("value"))})
	case "HyperPodPyTorchJob":
		im.hyperpod(v)
	case "PyTorchJob":
		im.pytorchJob(v)
	case "TrainJob":
		im.trainJob(v)
	case "":
		im.fail(v, wantFile)
	default:
		if counts[name] == 1 {
			im.others = append(im.others, name)
		}
	}
}

// priority reads the value of a priority class.
func (im *importer) priority(v *value) int { return im.whole(v, 0, -2_147_483_648, 2_147_483_647) }

// summary says in words what objects there were; a file with none that is read is
// a fault.
func (im *importer) summary(counts map[string]int) string {
	var parts []string
	for _, k := range kinds {
		if n := counts[k]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d×%s", n, k))
		}
	}
	if len(parts) > 0 {
		return "Kubernetes: " + strings.Join(parts, ", ")
	}
	want := wantFile
	if len(im.others) > 0 {
		best, _ := words.Nearest(im.others[0], kinds)
		want = fmt.Sprintf("objects of kind %s (the nearest is %q)", strings.Join(kinds, ", "), best)
	}
	im.fail(im.roots[0], want)
	return ""
}
