// Package traces reads published traces of GPU clusters: jobs that were
// submitted, and machines that came and went. A trace is bytes in, rows out:
// the package opens no files, keeps no state and never uses floats for time.
//
// [ReadJobs] and [ReadAvailability] find the format by content, [Inspect]
// sums a trace up, and [Sample] returns the small real traces built in.
//
// # Formats
//
//	node-events    availability  480000,add,node1                     (Bamboo, Oobleck)
//	counts         availability  2021-12-11, 11:11:30, 55             (Bamboo, Google Cloud)
//	pollux-philly  jobs          timestamp,duration,num_gpus,gpu_time,cluster
//	rfold          jobs          #job id,arrival time (sec),topology,shape,size,duration (sec)
//	tiresias       jobs          job_id,num_gpu,submit_time,duration,… (Tiresias, Muri)
//
// All of them may be gzipped, end lines in \n or \r\n, start with a byte order
// mark, hold blank lines and lack the last newline. The hash in [Jobs] and
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
// Write a function from a source to rows in a file of its own (rfold.go is the
// shortest for jobs, counts.go for availability), build every fault with
// field.fault, pass it through source.reject, and add one entry to formats()
// with a match function that looks at the first line. Add the name to the
// table above, and a test with its real totals to the oracle test.
package traces
