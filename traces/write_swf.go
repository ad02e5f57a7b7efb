package traces

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// writeSWF writes jobs as the Standard Workload Format 2.2, a GPU as a processor.
// What has to be a number there and is none is numbered from 1 on in the order in
// which it comes up.
func (j *Jobs) writeSWF(w io.Writer, lost *skips) error {
	j.countLost([]string{hasEstimate, hasTeam, hasUser, hasName, hasStatus}, lost)
	j.countRounded(lost)
	ids := j.numbers("job ids", func(r *Job) string { return r.ID }, lost)
	users := j.numbers("users", func(r *Job) string { return r.User }, lost)
	teams := j.numbers("teams", func(r *Job) string { return r.Group }, lost)
	names := j.numbers("names", func(r *Job) string { return r.Model }, lost)
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "; Version: 2.2\n; MaxJobs: %d\n; MaxRecords: %d\n", len(j.Rows), len(j.Rows))
	j.writeStart(out, lost)
	fmt.Fprint(out, "; Note: A processor is a GPU. The group is the team or virtual cluster.\n")
	for i := range j.Rows {
		r := &j.Rows[i]
		limit := "-1"
		if r.Estimate > 0 {
			limit = number(wholeSpan(r.Estimate))
		}
		fmt.Fprintf(out, "%s %d -1 %d %d -1 -1 %d %s -1 %s %s %s %s -1 -1 -1 -1\n",
			ids(r.ID), wholeSecond(r.Submit), wholeSpan(r.Duration), r.GPUs, r.GPUs, limit,
			swfStatus(r.Status, lost), users(r.User), teams(r.Group), names(r.Model))
	}
	return out.Flush()
}

// writeStart writes the wall clock of time 0.
func (j *Jobs) writeStart(w io.Writer, lost *skips) {
	switch ms := j.Origin.UnixMilli(); {
	case j.Origin.IsZero():
	case ms <= 0 || ms%1000 != 0:
		lost.add("the wall clock of time 0 is before 1970 or has parts of a second: left out")
	default:
		fmt.Fprintf(w, "; UnixStartTime: %d\n", ms/1000)
	}
}

// numbers returns how the texts of a column are written: as they are, if all are
// numbers, else each by a number of its own; -1 for none.
func (j *Jobs) numbers(what string, of func(*Job) string, lost *skips) func(string) string {
	numberOf := map[string]string{"": "-1"}
	plain, filled := true, 0
	for i := range j.Rows {
		text := of(&j.Rows[i])
		if text == "" {
			continue
		}
		filled++
		plain = plain && digits(text)
		if _, seen := numberOf[text]; !seen {
			numberOf[text] = strconv.Itoa(len(numberOf))
		}
	}
	if !plain {
		lost.addN(what+" that are not all numbers: numbered from 1 on", filled)
		return func(text string) string { return numberOf[text] }
	}
	return func(text string) string {
		if text == "" {
			return "-1"
		}
		return text
	}
}

// swfCodes are the codes of statuses, in small letters.
var swfCodes = map[string]string{
	"": "-1", "completed": "1", "pass": "1", "succeeded": "1", "terminated": "1",
	"failed": "0", "cancelled": "5", "canceled": "5", "killed": "5",
}

// swfStatus is the code of a status.
func swfStatus(status string, lost *skips) string {
	code, known := swfCodes[strings.ToLower(status)]
	if !known {
		lost.add("status without a code: written as unknown")
		return "-1"
	}
	return code
}
