// Package html writes a report as one HTML file that needs nothing else: no
// network, no other file. [Write] puts into it the figures of the comparison as
// tables that show without scripts, and what the charts draw as compressed data.
//
// # Size
//
// However long the runs are, the file stays under 2 MB, so what the charts draw
// is condensed where there is too much of it, and the page says how:
//
//   - A timeline of many steps becomes columns of equal length, each with the
//     time-weighted mean, the least and the most GPUs in each state: no peak is
//     lost, however short.
//   - Of the intervals of jobs, those too short to be seen become part of their
//     neighbours; of more jobs than can be shown, those with the most GPU time
//     are.
//   - Of a distribution, times at even ranks are kept, the least and the greatest
//     among them.
//
// The tables are never condensed.
//
// # Names
//
// Labels, jobs, users and YAML are the user's and may hold anything. The page
// escapes them, its scripts only ever set text, and its content security policy
// lets no script run but its own.
package html
