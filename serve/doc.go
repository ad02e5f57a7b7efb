// Package serve is a web page on which experiments are run: pick a built-in one or
// bring a YAML file, turn the knobs that [experiments.Experiment.Knobs] finds, watch
// the run, read its report, compare it with one before.
//
// # A run is a request
//
// A run lives as long as the request that asked for it, whose answer is the stream
// of its progress (server-sent events). Who closes the connection, by the button or
// by closing the page, cancels the run; there is nothing left to clean up. Runs wait
// in a [gate] for one of few places, and so many wait and no more.
//
// # What is trusted
//
// Whoever runs the server is, nobody else: not other pages in the reader's browser,
// which the checks of guard.go keep out, and not an experiment, which may have been
// sent by anybody. It reads no file but inside the folder that the server was given
// ([experiments.Limits]), has only so many jobs and so much time, and what it calls
// things is shown as text. Its report is shown in a frame that has no rights here.
package serve
