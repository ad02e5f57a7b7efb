package report

import (
	"fmt"

	"rubato/sim"
	"rubato/simtime"
)

// contrast is the title of a plot that says how policies differ: one end of the
// scores beside the other.
type contrast struct {
	// One and other say the score of a policy, its name first; all says the score that
	// all have.
	one, other, all string
	// highest begins with the highest score instead of the lowest.
	highest bool
}

// score is a policy's figure, and how a title writes it.
type score struct {
	label string
	value float64
	text  string
}

// title is the sentence, or plain where there are no scores. Scores that read the
// same are the same.
func (c contrast) title(scores []score, plain string) string {
	if len(scores) == 0 {
		return plain
	}
	low, high := &scores[0], &scores[0]
	for i := range scores {
		if s := &scores[i]; s.value < low.value {
			low = s
		} else if s.value > high.value {
			high = s
		}
	}
	if c.highest {
		low, high = high, low
	}
	switch {
	case len(scores) == 1:
		return fmt.Sprintf(c.one, low.label, low.text)
	case low.text == high.text:
		return fmt.Sprintf(c.all, low.text)
	}
	return fmt.Sprintf(c.one, low.label, low.text) + fmt.Sprintf(c.other, high.label, high.text)
}

func allocationTitle(ps []panel) string {
	c := contrast{one: "%s wastes %s of the usable GPU-hours", other: ", %s %s", all: "All policies waste %s of the usable GPU-hours"}
	var scores []score
	for i := range ps {
		v := ps[i].run.Result.Spent.WastePercent()
		scores = append(scores, score{ps[i].label, v, fmt.Sprintf("%.1f %%", v)})
	}
	return c.title(scores, "GPUs by state over time")
}

// titleOf says within what time half of the completed jobs were through: a policy that
// completed none has no such time.
func (k cdfKind) titleOf(curves []cdfCurve) string {
	c := contrast{
		one: "Under %s half of the completed jobs " + k.verb + " %s or less", other: ", under %s %s",
		all: "Under all policies half of the completed jobs " + k.verb + " %s or less",
	}
	var scores []score
	for i := range curves {
		if len(curves[i].times) > 0 {
			m := curves[i].median()
			scores = append(scores, score{curves[i].label, float64(m), timeText(m)})
		}
	}
	return c.title(scores, k.title)
}

func utilisationTitle(r *Report) string {
	c := contrast{
		one: "%s trains on %s of the GPUs there for jobs", other: ", %s on %s", all: "All policies train on %s of the GPUs there for jobs", highest: true,
	}
	var scores []score
	for _, label := range r.labels() {
		var spent sim.GPUMillis
		for _, run := range r.byLabel(label) {
			if run.Timeline != nil {
				run.Timeline.each(func(from, to simtime.Time, c *counts) {
					for s, n := range c {
						spent[s] += int64(n) * int64(to.Sub(from))
					}
				})
			}
		}
		if there := spent.Capacity(); there > 0 {
			v := 100 * float64(spent[sim.Training]) / float64(there)
			scores = append(scores, score{label, v, fmt.Sprintf("%.1f %%", v)})
		}
	}
	return c.title(scores, "GPUs that train, of those there for jobs")
}

// ganttTitle says when the last job lets go of its GPUs.
func ganttTitle(ps []ganttPanel) string {
	c := contrast{one: "Under %s jobs run until %s", other: ", under %s until %s", all: "Under all policies jobs run until %s"}
	var scores []score
	for i := range ps {
		if d := simtime.Duration(ps[i].until); d > 0 {
			scores = append(scores, score{ps[i].label, float64(d), timeText(d)})
		}
	}
	return c.title(scores, "Jobs over time, each as high as the GPUs that it has")
}

// timeText is a time in the unit that serves it.
func timeText(d simtime.Duration) string {
	u := unitFor(d)
	return amount(u.of(d)) + " " + u.name
}
