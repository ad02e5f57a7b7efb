package main

// handWorked names the tests of what was worked out by hand.
func handWorked() section {
	return section{
		title: "Worked out by hand",
		text: `Scenarios whose every phase and whole ledger were worked out by hand, to the millisecond. Each is a file of
` + "`sim/testdata/stories`" + ` that tells the scenario and the answer; ` + "`go test ./sim -run Stories -v`" + ` replays them.

| scenario | what it shows |
|---|---|
| grow-once, two-joins-one-event, ends-in-mid-hold | growth with a hold window, costs of the scale event |
| shrink-for-critical, priority-stop-and-requeue | a critical job: elastic and preemptive answer |
| lost-without-notice, lost-in-mid-save | work since the last complete checkpoint is lost |
| notice-that-fits, notice-that-does-not-fit | saves within, and beyond, the notice of a loss |
| node-fault-shrinks | waiting for a replacement, then restarting smaller |
| amdahl-step | scaling under step availability |
| aws-night-8h, -10h, -12h, -24h | GPUs that inference gives back |
| easy-backfill, srpt-vs-fifo, drf, fragmentation, equal-share | policies and placement |
| async-save, async-save-on-demand, memory-tier, shared-storage, shared-storage-load | checkpoints in the background, in memory, on shared storage |
| restart-stages, lost-steps, crash-in-place, hang-before-detection, ladder, straggler, overlapping-outages | restarts and failures |
| operator-torchrun, -live, -peers, -poll-and-cooldown, -shrink-wait | what operators do |

Water filling (the oracles max-min-27 to -29) is in ` + "`go test ./policy -run WaterFill`" + `.`,
	}
}
