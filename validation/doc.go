// Command validation compares the simulator with what theory says and with what was
// published, and writes docs/validation.md and its plot:
//
//	go run ./validation        (or make validation)
//
// Every theory value comes from a formula that is computed here, not from the
// simulator. Random cases run in many replications with seeds from 1 up; a row
// passes if theory lies in the confidence interval of their mean. What is
// deterministic has to agree exactly or within the tolerance that is stated.
package main
