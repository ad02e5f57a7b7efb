// Package report shows results: a table for the terminal, result.json and CSV
// tables for machines, plots for people. It reads results and never runs
// anything. FORMAT.md describes the files.
package report
