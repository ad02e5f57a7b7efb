package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"rubato/sim"
	"rubato/simtime"
)

// firstJobState and the states after it are those in which a job has GPUs.
const firstJobState = sim.Starting

// writeJobs writes jobs.csv, a row a run and job.
func (r *Report) writeJobs(w io.Writer) error {
	out := csv.NewWriter(w)
	row := []string{"policy", "seed", "job", "user", "team", "pool", "priority", "gpus", "submit_s", "first_start_s", "end_s", "state",
		"time_to_train_s", "queueing_delay_s", "resizes", "preemptions", "node_losses"}
	for s := firstJobState; s < sim.NumStates; s++ {
		row = append(row, s.String()+"_gpu_s")
	}
	row = append(row, "scaling_loss_gpu_s", "variant", "crashes", "productive_s", "ettr", "goodput")
	for c := range sim.NumLossCauses {
		row = append(row, "lost_by_"+c.String()+"_gpu_s")
	}
	row = append(row, "deadline_s")
	if err := out.Write(row); err != nil {
		return err
	}
	for i := range r.Runs {
		run := &r.Runs[i]
		for k := range run.Result.Jobs {
			row = r.jobRow(row[:0], run, &run.Result.Jobs[k])
			if err := out.Write(row); err != nil {
				return err
			}
		}
	}
	out.Flush()
	return out.Error()
}

func (r *Report) jobRow(row []string, run *Run, j *sim.JobResult) []string {
	row = append(row, run.Label, strconv.FormatUint(run.Result.Seed, 10), j.ID, j.User, j.Team, r.pool(j.Pool),
		strconv.Itoa(j.Priority), strconv.Itoa(j.GPUs), instant(j.Submit), instant(j.FirstStart), instant(j.End), j.Phase.String())
	if j.End == simtime.Never {
		row = append(row, "")
	} else {
		row = append(row, seconds(int64(j.TimeToTrain())))
	}
	row = append(row, seconds(int64(j.Queued)), strconv.Itoa(j.Resizes), strconv.Itoa(j.Preemptions), strconv.Itoa(j.NodeLosses))
	for s := firstJobState; s < sim.NumStates; s++ {
		row = append(row, seconds(j.Spent[s]))
	}
	row = append(row, strconv.FormatFloat(j.ScalingLoss/float64(simtime.Second), 'f', 3, 64), run.variant(),
		strconv.Itoa(j.Crashes), seconds(int64(j.Productive)), part6(ettr(run.Result, *j)), part6(goodput(&j.Spent)))
	for _, v := range j.LostBy {
		row = append(row, seconds(v))
	}
	if j.Deadline == 0 {
		return append(row, "")
	}
	return append(row, instant(j.Deadline))
}

// part6 prints a ratio to six decimals, nothing for none.
func part6(f *float64) string {
	if f == nil {
		return ""
	}
	return strconv.FormatFloat(*f, 'f', 6, 64)
}

// writeTimeline writes timeline.csv, a row a run and step.
func (r *Report) writeTimeline(w io.Writer) error {
	out := csv.NewWriter(w)
	row := []string{"policy", "seed", "from_s", "to_s"}
	for s := sim.GPUState(0); s < sim.Lost; s++ {
		row = append(row, s.String())
	}
	row = append(row, "variant")
	if err := out.Write(row); err != nil {
		return err
	}
	var failed error
	for i := range r.Runs {
		run := &r.Runs[i]
		if run.Timeline == nil {
			continue
		}
		seed, variant := strconv.FormatUint(run.Result.Seed, 10), run.variant()
		run.Timeline.each(func(from, to simtime.Time, c *counts) {
			row = append(row[:0], run.Label, seed, instant(from), instant(to))
			for s := sim.GPUState(0); s < sim.Lost; s++ {
				row = append(row, strconv.Itoa(int(c[s])))
			}
			row = append(row, variant)
			if err := out.Write(row); err != nil && failed == nil {
				failed = err
			}
		})
	}
	out.Flush()
	if failed != nil {
		return failed
	}
	return out.Error()
}

// instant prints a time in seconds, or nothing for Never.
func instant(t simtime.Time) string {
	if t == simtime.Never {
		return ""
	}
	return seconds(int64(t))
}

// seconds prints milliseconds as seconds, exactly.
func seconds(ms int64) string {
	if ms%1000 == 0 {
		return strconv.FormatInt(ms/1000, 10)
	}
	return strings.TrimRight(fmt.Sprintf("%d.%03d", ms/1000, ms%1000), "0")
}
