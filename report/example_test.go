package report_test

import (
	"os"

	"rubato/policy"
	"rubato/report"
	"rubato/sim"
	"rubato/simtime"
)

// Two policies ran the same job on four GPUs. The patient one let them idle for
// two hours first.
func ExampleReport_Table() {
	run := func(label string, idleHours int64) report.Run {
		const gpuHour = int64(simtime.Hour)
		idle, work := 4*idleHours*gpuHour, 12*gpuHour
		end := simtime.Time(idleHours+3) * simtime.Time(simtime.Hour)
		return report.Run{Label: label, Result: &sim.Result{
			End: end, GPUs: 4,
			Spent: sim.GPUMillis{sim.IdleBlocked: idle, sim.Training: work},
			Pools: []sim.GPUMillis{{sim.IdleBlocked: idle, sim.Training: work}},
			Jobs: []sim.JobResult{{
				ID: "a", GPUs: 4, FirstStart: end.Add(-3 * simtime.Hour), End: end, Phase: policy.Done, Productive: 3 * simtime.Hour,
			}},
		}}
	}
	r := report.Report{Title: "One job", Runs: []report.Run{run("patient", 2), run("eager", 0)}}
	if err := r.Table(os.Stdout, report.TableOptions{}); err != nil {
		panic(err)
	}
	// Output:
	// One job
	//
	//         wasted    % of usable GPU-hours  time to train   make-   un-   re- pre-
	// policy   GPU-h  waste  idle  ovhd  lost  mean h  p99 h  span h  done  size empt
	// patient    8.0   40.0  40.0   0.0   0.0    5.00   5.00    5.00     0     0    0
	// eager      0.0*   0.0*  0.0*  0.0   0.0    3.00*  3.00*   3.00*    0     0    0
	//
	//         given     run  ETTR  good-  inter-
	// policy   back  ends h     %  put %  rupted crash
	// patient   0.0    5.00 100.0  100.0       0     0
	// eager     8.0*   3.00 100.0  100.0       0     0
	// * best of its column; ovhd: starting, restoring, saving, draining and holding
	// GPU-h are from 0 to the latest end (5.00 h); eager ends first, after 3.00 h;
	// given back: idle-empty, what no unfinished job could use
	//
	// GPU-hours        patient  eager
	// down                 0.0    0.0
	// external             0.0    0.0
	// idle-blocked (w)     8.0    0.0
	// idle-unused (w)      0.0    0.0
	// idle-empty           0.0    8.0
	// starting (w)         0.0    0.0
	// restoring (w)        0.0    0.0
	// saving (w)           0.0    0.0
	// draining (w)         0.0    0.0
	// holding (w)          0.0    0.0
	// training            12.0   12.0
	// lost (w)             0.0    0.0
	// sum of (w)           8.0    0.0
	// scaling loss         0.0    0.0
	//
	// eager: 8.00 GPU-h (100 %) less wasted than patient and 40 % shorter mean time to
	// train; one seed, so no verdict
}
