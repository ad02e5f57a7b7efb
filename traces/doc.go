// Package traces reads published traces of GPU clusters: jobs that were
// submitted, and machines that came and went. A trace is bytes in, rows out:
// the package opens no files, keeps no state and never uses floats for time.
//
// [ReadJobs] and [ReadAvailability] find the format by content, [Inspect]
// sums a trace up, [Jobs.Write] and [Availability.Write] write it for Rubato or
// for others, and [Sample] returns the small real traces built in.
//
// # Formats
//
//	rubato         jobs          job,submit_s,duration_s,gpus,…       (Rubato's own)
//	rubato-units   availability  time_s,units                         (Rubato's own)
//	rubato-nodes   availability  time_s,event,node                    (Rubato's own)
//	node-events    availability  480000,add,node1                     (Bamboo, Oobleck)
//	counts         availability  2021-12-11, 11:11:30, 55             (Bamboo, Google Cloud)
//	pollux-philly  jobs          timestamp,duration,num_gpus,gpu_time,cluster
//	rfold          jobs          #job id,arrival time (sec),topology,shape,size,duration (sec)
//	tiresias       jobs          job_id,num_gpu,submit_time,duration,… (Tiresias, Muri)
//	sacct          jobs          JobID|State|Submit|Start|End|AllocTRES|…     (Slurm)
//
// and more: docs/traces.md has all of them.
//
// All of them may be gzipped, end lines in \n or \r\n, start with a byte order
// mark, hold blank lines and lack the last newline. A table may be Parquet, which
// is read as the CSV that its rows make. The hash in [Jobs] and
// [Availability] does not depend on any of that but the blank lines and the
// last newline.
//
// # Faults
//
// A faulty row stops the reading with an [*Error] that gives file, line,
// column, the text found and the text wanted. With [Options.Lenient] such rows
// are left out and counted by reason in Skipped; faults of the file as a whole
// still stop it.
//
// # Adding a format
//
// For a table of jobs write its schema and a function from a row to a Job, in a
// file of its own as in rfold.go; source.table does the rest. For availability
// write a function from a source, as in counts.go, and pass every fault through
// source.reject. Then add one entry to formats(), whose match function sees the
// first line; take its mark out of foreign.go if it is there; add the name to
// the table above and a file with known totals to the oracle test.
package traces
