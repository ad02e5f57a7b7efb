package site

import "slices"

// podGPUs returns the GPUs that a pod of a template asks for: those of its
// containers, by limits or else requests, and at least those of any one init
// container.
func (im *importer) podGPUs(spec *value) int {
	sum := 0
	for _, c := range spec.key("containers").all() {
		sum += im.containerGPUs(c)
	}
	for _, c := range spec.key("initContainers").all() {
		sum = max(sum, im.containerGPUs(c))
	}
	return sum
}

func (im *importer) containerGPUs(c *value) int {
	resources := c.key("resources")
	for _, side := range []string{"limits", "requests"} {
		sum := 0
		m := im.expect(resources.key(side), object, "a map of resources")
		if m == nil {
			continue
		}
		for i, key := range m.keys {
			if slices.Contains(gpuResources, key) {
				m.items[i].read = true
				sum += im.gpus(m.items[i])
			}
		}
		if sum > 0 {
			return sum
		}
	}
	return 0
}

// strings reads a map of strings.
func (v *value) strings() map[string]string {
	if v == nil || v.kind != object {
		return nil
	}
	out := make(map[string]string, len(v.keys))
	for i, k := range v.keys {
		v.items[i].read = true
		out[k] = v.items[i].str()
	}
	return out
}
