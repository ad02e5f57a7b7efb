package report

import (
	"fmt"
	"strings"

	"rubato/compare"
)

// printVerdicts prints what the seeds say beyond chance, point by point of a sweep.
func printVerdicts(b *strings.Builder, verdicts []compare.Verdict, width int) {
	if len(verdicts) == 0 {
		return
	}
	fmt.Fprintln(b)
	writeFilled(b, "Against "+verdicts[0].A+", over the seeds (95 % bootstrap intervals; Wilcoxon's test with Holm's correction, 5 %):", width)
	point := ""
	for i := range verdicts {
		if v := &verdicts[i]; v.Point != point {
			point = v.Point
			fmt.Fprintln(b, point+":")
		}
		writeFilled(b, "- "+verdicts[i].Text, width)
	}
}
