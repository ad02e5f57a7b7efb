package report

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/policy"
	"rubato/report/table"
)

// FORMAT.md describes every column of every table in the table's section, with its unit.
func TestFormatDescribesTheColumns(t *testing.T) {
	data, err := os.ReadFile("FORMAT.md")
	require.NoError(t, err)
	for _, tab := range tables {
		_, section, found := strings.Cut(string(data), "\n## "+tab.name+"\n")
		require.True(t, found, tab.name)
		section, _, _ = strings.Cut(section, "\n## ")
		for _, c := range tab.of(&Report{}).Columns {
			line := regexp.MustCompile("(?m)^\\| [^|]*`" + c.Name + "`[^|]*\\|([^|]*)\\|").FindStringSubmatch(spelledOut(section))
			require.NotNil(t, line, "%s: no row of %s", tab.name, c.Name)
			unit := c.Unit
			if c.Kind == table.Ratio {
				unit = "0 to 1"
			}
			require.Equal(t, unit, strings.TrimSpace(line[1]), "%s: unit of %s", tab.name, c.Name)
		}
	}
}

// spelledOut writes the ranges of columns as lists.
func spelledOut(section string) string {
	return strings.NewReplacer(
		"`starting_gpu_s` … `lost_gpu_s`", "`starting_gpu_s` `restoring_gpu_s` `saving_gpu_s` `draining_gpu_s` `holding_gpu_s` `training_gpu_s` `lost_gpu_s`",
		"`lost_by_node_loss_gpu_s` … `lost_by_overhead_gpu_s`", "`lost_by_node_loss_gpu_s` `lost_by_short_notice_gpu_s` `lost_by_crash_gpu_s` `lost_by_short_grace_gpu_s` `lost_by_operator_gpu_s` `lost_by_overhead_gpu_s`",
		"`down` … `training`", "`down` `external` `idle_blocked` `idle_unused` `idle_empty` `starting` `restoring` `saving` `draining` `holding` `training`",
	).Replace(section)
}

func TestFormatDescribesTheCauses(t *testing.T) {
	data, err := os.ReadFile("FORMAT.md")
	require.NoError(t, err)
	for c := policy.AfterSubmission; c < policy.NumCauses; c++ {
		require.Contains(t, string(data), "`"+c.String()+"`")
	}
}
