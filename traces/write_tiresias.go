package traces

import (
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strconv"
)

// writeTiresias writes jobs as the CSV of Tiresias, in seconds; priorities are a
// column of their own where there are some. The interval is that to the next
// submission.
func (j *Jobs) writeTiresias(w io.Writer, lost *skips) error {
	j.countLost([]string{hasSteps, hasName, hasPriority}, lost)
	j.countRounded(lost)
	if !j.Origin.IsZero() {
		lost.add("the wall clock of time 0: left out")
	}
	header := []string{"job_id", "num_gpu", "submit_time", "iterations", "model_name", "duration", "interval"}
	prior := slices.ContainsFunc(j.Rows, func(r Job) bool { return r.Priority != 0 })
	if prior {
		header = append(header, "priority")
	}
	out := csv.NewWriter(w)
	err := out.Write(header)
	for i := range j.Rows {
		r, next := &j.Rows[i], &j.Rows[min(i+1, len(j.Rows)-1)]
		row := []string{
			r.ID, strconv.Itoa(r.GPUs), number(wholeSecond(r.Submit)), number(r.Steps), r.Model,
			number(wholeSpan(r.Duration)), number(wholeSecond(next.Submit) - wholeSecond(r.Submit)),
		}
		if prior {
			row = append(row, strconv.Itoa(r.Priority))
		}
		err = errors.Join(err, out.Write(row))
	}
	out.Flush()
	return errors.Join(err, out.Error())
}

func number[T ~int64](n T) string { return strconv.FormatInt(int64(n), 10) }
