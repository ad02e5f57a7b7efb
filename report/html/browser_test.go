package html_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"rubato/internal/browser"
	"rubato/report"
	"rubato/report/html"
	"rubato/sim"
)

// opened is a report's folder with its page open in a browser, from the disk.
func opened(t *testing.T, yaml string) (*browser.Tab, string) {
	tab := browser.Open(t)
	dir := t.TempDir()
	_, _, err := run(t, yaml).WriteFiles(dir, report.Outputs{NoPlots: true, Page: html.Write})
	require.NoError(t, err)
	tab.Goto("file://"+filepath.Join(dir, report.PageName), `document.documentElement.dataset.ready`)
	return tab, dir
}

// The page opens with the network off, asks for nothing, and prints no error.
func TestOpensFromDisk(t *testing.T) {
	tab, dir := opened(t, hostileYAML)
	require.Empty(t, tab.Faults())
	require.Equal(t, []string{"file://" + filepath.Join(dir, report.PageName)}, tab.Requests())
	require.Equal(t, 3, browser.Eval[int](tab, `document.querySelectorAll("#timelines canvas").length`))
	for _, id := range []string{"charts", "distributions", "waste"} {
		require.False(t, browser.Eval[bool](tab, `document.getElementById("`+id+`").hidden`), id)
	}
	for _, c := range []string{"#timelines canvas", "#gantt canvas", "#curves canvas"} {
		require.Greater(t, browser.Eval[int](tab, colours(c)), 3, "%s is drawn", c)
	}
}

// colours counts those of a canvas.
func colours(canvas string) string {
	return `(() => {
		const c = document.querySelector("` + canvas + `");
		return new Set(new Uint32Array(c.getContext("2d").getImageData(0, 0, c.width, c.height).data.buffer)).size;
	})()`
}

// summary is what the test reads of result.json.
type summary struct {
	GPUHours    map[string]any     `json:"gpu_hours"`
	Window      map[string]float64 `json:"common_window"`
	TimeToTrain map[string]float64 `json:"time_to_train_s"`
	Makespan    float64            `json:"makespan_s"`
	Resizes     float64            `json:"resizes"`
	Preemptions float64            `json:"preemptions"`
	ETTR        float64            `json:"ettr"`
	Goodput     float64            `json:"goodput"`
	WindowHours float64            `json:"window_hours"`
}

// The figures shown are those of result.json.
func TestFiguresAreThoseOfResultJSON(t *testing.T) {
	tab, dir := opened(t, hostileYAML)
	text, err := os.ReadFile(filepath.Join(dir, "result.json"))
	require.NoError(t, err)
	var result struct {
		Runs []struct {
			Policy  string
			Summary summary
		}
	}
	require.NoError(t, json.Unmarshal(text, &result))
	shown := browser.Eval[[]map[string]string](tab, `(() => {
		const table = document.getElementById("compared"), heads = [...table.tHead.rows[0].cells].map(c => c.textContent);
		return [...table.tBodies[0].rows].map(r => Object.fromEntries([...r.cells].map((c, i) => [heads[i], i ? c.dataset.sort : c.textContent])));
	})()`)
	require.Len(t, shown, len(result.Runs))
	for i, row := range shown {
		s := result.Runs[i].Summary
		require.Equal(t, result.Runs[i].Policy, row["policy"])
		for title, want := range map[string]float64{
			"GPU-hours wasted":                 s.Window["wasted"],
			"wasted, % of usable GPU-hours":    100 * s.Window["wasted"] / (s.Window["capacity"] - s.Window["given_back"]),
			"mean time to train, h":            s.TimeToTrain["mean"] / 3600,
			"makespan, h":                      s.Makespan / 3600,
			"resizes":                          s.Resizes,
			"preemptions":                      s.Preemptions,
			"GPU-hours given back":             s.Window["given_back"],
			"end of the run, h":                s.WindowHours,
			"effective training time ratio, %": 100 * s.ETTR,
			"goodput, %":                       100 * s.Goodput,
		} {
			got, err := strconv.ParseFloat(row[title], 64)
			require.NoError(t, err, title)
			require.InDelta(t, want, got, 1e-9*math.Max(1, want), "%s of %s", title, row["policy"])
		}
	}
	requireRounded(t, browser.Eval[[][2]string](tab, `[...document.querySelectorAll("#compared td")].filter(c => c.dataset.sort).map(c => [c.firstChild.textContent, c.dataset.sort])`))
	requireStates(t, tab, func(policy int, state string) (float64, bool) {
		s := result.Runs[policy].Summary
		switch state {
		case "training":
			return s.Window["training"], true
		case "wasted, all together":
			return s.Window["wasted"], true
		}
		hours, ok := s.GPUHours[strings.ReplaceAll(state, " ", "_")].(float64)
		return hours, ok && s.WindowHours == s.Window["hours"] // else they are over the run's own
	})
}

// requireRounded requires that what is shown is the figure, rounded as it is shown.
func requireRounded(t *testing.T, cells [][2]string) {
	require.NotEmpty(t, cells)
	for _, c := range cells {
		exact, err := strconv.ParseFloat(c[1], 64)
		require.NoError(t, err)
		_, decimals, _ := strings.Cut(c[0], ".")
		require.Equal(t, strconv.FormatFloat(exact, 'f', len(decimals), 64), c[0])
	}
}

// requireStates requires that the GPU-hours by state are those that want has.
func requireStates(t *testing.T, tab *browser.Tab, want func(policy int, state string) (float64, bool)) {
	rows := browser.Eval[[][]string](tab, `[...document.querySelectorAll("#hours tbody tr")].map(r => [...r.cells].map((c, i) => i ? c.textContent : c.textContent.replace(/ waste$/, "")))`)
	seen := 0
	for _, row := range rows {
		for i, shown := range row[1:] {
			hours, ok := want(i, row[0])
			if !ok {
				continue
			}
			seen++
			require.Equal(t, strconv.FormatFloat(hours, 'f', 1, 64), shown, row[0])
		}
	}
	require.GreaterOrEqual(t, seen, int(sim.NumStates)+5, "all of the run that ends last, two of each other one")
}

// policies are the names in the table from the top down.
const policies = `[...document.querySelectorAll("#compared tbody tr:not([hidden]) th")].map(h => h.textContent).join(" ")`

func TestSorts(t *testing.T) {
	tab, _ := opened(t, hostileYAML)
	head := `//table[@id="compared"]//th[contains(., "end of the run")]/button`
	values := `[...document.querySelectorAll("#compared tbody tr")].map(r => Number(r.cells[[...document.querySelectorAll("#compared thead th")].findIndex(h => h.textContent.startsWith("end of the run"))].dataset.sort))`
	require.Equal(t, "fifo hyperpod easy", browser.Eval[string](tab, policies))
	tab.Do(chromedp.Click(head))
	require.IsNonDecreasing(t, browser.Eval[[]float64](tab, values))
	tab.Do(chromedp.Click(head))
	require.IsNonIncreasing(t, browser.Eval[[]float64](tab, values))
	require.Equal(t, "descending", browser.Eval[string](tab, `document.querySelector("[aria-sort]").getAttribute("aria-sort")`))
	tab.Do(chromedp.Click(`//table[@id="compared"]//th/button[text()="policy"]`))
	require.Equal(t, "easy fifo hyperpod", browser.Eval[string](tab, policies))
	require.Empty(t, tab.Faults())
}

// place is the middle, left and right edge of an element in the window.
type place struct{ X, Y, Left, Right, Top, Bottom float64 }

func where(tab *browser.Tab, selector string) place {
	return browser.Eval[place](tab, `(() => {
		const e = document.querySelector("`+selector+`");
		e.scrollIntoView({ block: "center" });
		const r = e.getBoundingClientRect();
		return { X: r.x + r.width / 2, Y: r.y + r.height / 2, Left: r.left, Right: r.right, Top: r.top, Bottom: r.bottom };
	})()`)
}

const inView = `document.querySelector("#zoom output").textContent`

func TestZooms(t *testing.T) {
	tab, _ := opened(t, hostileYAML)
	require.Regexp(t, "^all ", browser.Eval[string](tab, inView))
	jobs := `document.querySelector("#gantt-tools output").textContent`
	require.Equal(t, "3 jobs of 3 in view", browser.Eval[string](tab, jobs))
	over := where(tab, "#timelines .panel:nth-child(2) .u-over")
	tab.Do(
		chromedp.MouseEvent("mouseMoved", over.Left+2, over.Y),
		chromedp.MouseEvent("mousePressed", over.Left+2, over.Y, chromedp.ButtonLeft, chromedp.ClickCount(1)),
		chromedp.MouseEvent("mouseMoved", over.Left+30, over.Y, chromedp.ButtonLeft),
		chromedp.MouseEvent("mouseReleased", over.Left+30, over.Y, chromedp.ButtonLeft, chromedp.ClickCount(1)),
	)
	tab.Wait(`/ to /.test(` + inView + `)`)
	require.Equal(t, "1 job of 3 in view", browser.Eval[string](tab, jobs), "the chart of jobs shows the same time")
	tab.Screenshot("zoomed")
	tab.Do(chromedp.DoubleClick(chromedp.CSS("#timelines .panel:nth-child(3) .u-over")))
	tab.Wait(`/^all /.test(` + inView + `)`)
	for _, k := range []struct{ keys, want string }{{"+", " to "}, {"0", "^all "}, {"+", " to "}, {"-", "^all "}} {
		tab.Do(chromedp.Focus(chromedp.CSS("#timelines [tabindex]")), chromedp.KeyEvent(k.keys))
		require.Regexp(t, k.want, browser.Eval[string](tab, inView), "key %s", k.keys)
	}
	require.Empty(t, tab.Faults())
}

// The job with the hostile name runs; the second one waits for it. Both say so, as
// text.
func TestHovers(t *testing.T) {
	tab, _ := opened(t, hostileYAML)
	tab.Do(chromedp.SetValue(chromedp.CSS("#gantt-policy"), "0"))
	browser.Eval[bool](tab, `document.getElementById("gantt-policy").dispatchEvent(new Event("change"))`)
	box := where(tab, "#gantt canvas")
	row := func(i int) float64 { return box.Top + 26 + 22*float64(i) + 11 }
	tab.Do(chromedp.MouseEvent("mouseMoved", box.Left+200, row(0)))
	tip := `document.getElementById("tip").innerText`
	require.Contains(t, browser.Eval[string](tab, tip), hostile)
	require.Contains(t, browser.Eval[string](tab, tip), "training on 16 GPUs")
	require.Zero(t, browser.Eval[int](tab, `document.querySelectorAll("img").length`))
	tab.Do(chromedp.MouseEvent("mouseMoved", box.Left+400, row(1)))
	require.Regexp(t, `second[^\n]*\nwaits .*, since its submission\nfree meanwhile: .* of 32 GPUs, less than it asked for`, browser.Eval[string](tab, tip))
	tab.Screenshot("hover")
	require.Empty(t, tab.Faults())
}

func TestTogglesAPolicy(t *testing.T) {
	tab, _ := opened(t, hostileYAML)
	shown := `[...document.querySelectorAll("#timelines .panel:not([hidden]) h4 > span:first-child")].map(h => h.textContent).join(" ")`
	require.Equal(t, "fifo hyperpod easy", browser.Eval[string](tab, shown))
	tab.Do(chromedp.Click(chromedp.CSS(`#policies input[value="1"]`)))
	require.Equal(t, "fifo easy", browser.Eval[string](tab, shown))
	require.Equal(t, "fifo easy", browser.Eval[string](tab, policies))
	require.NotContains(t, browser.Eval[string](tab, `document.getElementById("curves").innerText`), "hyperpod")
	require.NotContains(t, browser.Eval[string](tab, `document.getElementById("gantt-policy").innerText`), "hyperpod")
	tab.Do(chromedp.Click(chromedp.CSS(`#policies input[value="1"]`)))
	require.Equal(t, "fifo hyperpod easy", browser.Eval[string](tab, shown))
	require.Empty(t, tab.Faults())
}

// Who cannot see or point gets the same: charts say what they show, what can be
// used has a name, jobs are chosen by keys, and text stands out.
func TestIsAccessible(t *testing.T) {
	tab, _ := opened(t, hostileYAML)
	for _, nameless := range []string{
		`[...document.querySelectorAll("[role=img], [role=application], [role=region]")].filter(e => !e.getAttribute("aria-label") && !e.getAttribute("aria-labelledby"))`,
		`[...document.querySelectorAll("button")].filter(e => !e.textContent && !e.getAttribute("aria-label"))`,
		`[...document.querySelectorAll("input, select")].filter(e => !e.labels.length)`,
		`[...document.querySelectorAll("th")].filter(e => !e.scope)`,
		`[...document.querySelectorAll("canvas, svg")].filter(e => !e.closest("[role=img], [role=application]"))`,
	} {
		require.Zero(t, browser.Eval[int](tab, nameless+".length"), nameless)
	}
	tab.Do(chromedp.Focus(chromedp.CSS(".gantt")), chromedp.KeyEvent(kb.ArrowDown))
	require.Regexp(t, `: asked for .*`, browser.Eval[string](tab, `document.getElementById("job").textContent`))
	for _, dark := range []bool{false, true} {
		tab.Dark(dark)
		for _, ink := range []string{"--ink", "--pale", "--accent", "--good"} {
			for _, paper := range []string{"--paper", "--panel"} {
				require.GreaterOrEqual(t, browser.Eval[float64](tab, contrast(ink, paper)), 4.5, "dark %v: %s on %s", dark, ink, paper)
			}
		}
	}
}

// contrast is that of two colours as WCAG 2 has it.
func contrast(a, b string) string {
	return `(() => {
		const light = name => {
			const hex = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
			const full = hex.length === 4 ? "#" + [...hex.slice(1)].map(c => c + c).join("") : hex;
			const [r, g, b] = [1, 3, 5].map(i => parseInt(full.slice(i, i + 2), 16) / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
			return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
		};
		const [x, y] = [light("` + a + `"), light("` + b + `")];
		return Math.max(x, y) / Math.min(x, y);
	})()`
}

// Ten thousand jobs under five policies are drawn.
func TestOpensBigPage(t *testing.T) {
	tab, _ := opened(t, bigYAML)
	require.Equal(t, 5, browser.Eval[int](tab, `document.querySelectorAll("#timelines canvas").length`))
	require.Contains(t, browser.Eval[string](tab, `document.querySelector("#gantt-tools output").textContent`), "10,000 jobs of 10,000")
	require.Empty(t, tab.Faults())
	tab.Screenshot("big")
}

// Each chart has a table that says the same: of GPUs by state, of jobs and why they
// waited, of the distributions; the waterfall is one.
func TestTablesStandForCharts(t *testing.T) {
	tab, _ := opened(t, hostileYAML)
	require.Zero(t, browser.Eval[int](tab, `document.querySelectorAll(".alternative table").length`), "none before it is opened")
	browser.Eval[any](tab, openAll)
	tab.Wait(`document.querySelectorAll(".alternative table").length === 3`)
	cells := func(id string) [][]string {
		return browser.Eval[[][]string](tab, `[...document.querySelectorAll("#`+id+` tr")].map(r => [...r.cells].map(c => c.textContent))`)
	}

	jobs := cells("gantt-table")
	require.Len(t, jobs, 1+3)
	require.Equal(t, "job", jobs[0][0])
	require.Equal(t, hostile+" (</script><script>alert(2)</script>, {{.Title}})", jobs[1][0])
	require.Contains(t, jobs[2][3], "GPUs", "sizes")

	parts := cells("timelines-table")
	require.Len(t, parts, 1+12*3)
	require.Equal(t, []string{"time", "policy", "training"}, parts[0][:3])
	for _, row := range parts[1:] {
		if row[2] == "ended" {
			continue
		}
		sum := 0.0
		for _, c := range row[2:] {
			gpus, err := strconv.ParseFloat(c, 64)
			require.NoError(t, err)
			sum += gpus
		}
		require.InDelta(t, 32, sum, 0.1, row)
	}

	curves := cells("curves-table")
	require.Len(t, curves, 1+2*3)
	require.Equal(t, []string{"time to train", "fifo", "3 of 3"}, curves[1][:3])

	browser.Eval[any](tab, `document.querySelector('#policies input[value="1"]').click()`)
	require.Len(t, cells("timelines-table"), 1+12*2)
	require.Len(t, cells("curves-table"), 1+2*2)
	require.Empty(t, tab.Faults())
}

// The waterfall goes from the waste of one policy to that of the other: what is
// between adds up.
func TestWaterfallAddsUp(t *testing.T) {
	tab, _ := opened(t, hostileYAML)
	steps := browser.Eval[[]string](tab, `[...document.querySelectorAll("#waterfall tbody tr")].map(r => r.cells[2].textContent.replace("−", "-").replace("±", "").replace(",", ""))`)
	sum := 0.0
	for _, s := range steps[:len(steps)-1] {
		v, err := strconv.ParseFloat(s, 64)
		require.NoError(t, err)
		sum += v
	}
	last, err := strconv.ParseFloat(steps[len(steps)-1], 64)
	require.NoError(t, err)
	require.Greater(t, len(steps), 3)
	require.InDelta(t, last, sum, 0.05*float64(len(steps)))
	wide := `Math.max(...[...document.querySelectorAll("#waterfall .bar")].map(b => b.getBoundingClientRect().width))`
	require.Greater(t, browser.Eval[float64](tab, wide), 300.0)
}
