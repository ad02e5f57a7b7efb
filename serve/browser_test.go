package serve_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"rubato/internal/browser"
	"rubato/serve"
)

// hostile is a name that runs a script wherever it is taken for HTML.
const hostile = `<img src=x onerror=alert(1)>`

const (
	ready   = `document.documentElement.dataset.ready !== undefined`
	status  = `document.getElementById("status").textContent`
	trouble = `document.getElementById("error").textContent`
	idle    = `!document.getElementById("run").disabled`
	report  = `document.querySelector("#report iframe")`
)

// turn moves a slider to a value as a reader does who uses the keys.
func turn(tab *browser.Tab, path, to string) {
	control := `[data-path="` + path + `"]`
	tab.Do(chromedp.Focus(chromedp.CSS(control)), chromedp.KeyEvent(kb.Home))
	shows := `document.querySelector('` + control + `').getAttribute("aria-valuetext")`
	for range 30 {
		if browser.Eval[string](tab, shows) == to {
			return
		}
		tab.Do(chromedp.KeyEvent(kb.ArrowRight))
	}
	tab.Wait(shows + ` === "` + to + `"`)
}

// pick chooses a built-in experiment.
func pick(tab *browser.Tab, name, shows string) {
	browser.Eval[bool](tab, `(() => { const s = document.getElementById("builtin"); s.value = "`+name+`"; return s.dispatchEvent(new Event("change")); })()`)
	tab.Wait(`document.getElementById("summary").textContent.startsWith("` + shows + `") && ` + idle)
}

// upload chooses a file.
func upload(t *testing.T, tab *browser.Tab, name, yaml string) {
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(yaml), 0o600))
	tab.Do(chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{path}))
}

func TestPageRunsAndCompares(t *testing.T) {
	tab := browser.Open(t)
	s := start(t, serve.Config{})
	tab.Goto(s.url, ready)
	pick(tab, "spot-p3", "spot-p3: 3 policies")
	tab.Screenshot("serve-picked")
	tab.Do(chromedp.Click(chromedp.CSS("#run")))
	tab.Wait(status + ` === "Done: run 1."`)
	require.True(t, browser.Eval[bool](tab, `document.getElementById("compare").hidden`), "there is none before")
	turn(tab, "workload.load", "1.5")
	turn(tab, "policies.hyperpod.scalingTimeout", "5m")
	require.Equal(t, 2, browser.Eval[int](tab, `document.querySelectorAll(".knob.changed").length`))
	tab.Do(chromedp.Click(chromedp.CSS("#run")))
	tab.Wait(status + ` === "Done: run 2." && document.querySelectorAll("#differences table").length === 3`)
	require.Equal(t, "run 2: spot-p3, workload.load=1.5, policies.hyperpod.scalingTimeout=5m",
		browser.Eval[string](tab, `document.getElementById("settings").textContent`))

	// The numbers side by side are those of the two reports.
	_, api := s.get("/api/compare/1/2")
	for _, shown := range browser.Eval[[][]string](tab, `[...document.querySelectorAll("#differences tbody tr")].map(r => [...r.cells].map(c => c.textContent))`) {
		require.Len(t, shown, 4)
		require.Contains(t, api, `"title":"`+shown[0]+`","before":"`+shown[1]+`","after":"`+shown[2]+`"`)
	}
	require.Equal(t, "results/2/report.html", browser.Eval[string](tab, report+`.getAttribute("src")`))
	require.Equal(t, "allow-scripts allow-downloads allow-popups", browser.Eval[string](tab, report+`.getAttribute("sandbox")`))
	require.True(t, browser.Eval[bool](tab, report+`.contentDocument === null`), "the report is an origin of its own")
	tab.Screenshot("serve-compared")
	require.Empty(t, tab.Faults())
	for _, asked := range tab.Requests() {
		require.True(t, strings.HasPrefix(asked, s.url) || strings.HasPrefix(asked, "data:"), asked)
	}

	// The report works where it is shown.
	tab.Goto(s.url+"/results/2/report.html", `document.documentElement.dataset.ready`)
	require.Equal(t, 3, browser.Eval[int](tab, `document.querySelectorAll("#timelines canvas").length`))
	require.Equal(t, "null", browser.Eval[string](tab, `self.origin`))
	require.Empty(t, tab.Faults())
}

func TestPageShowsProgressAndCancels(t *testing.T) {
	tab := browser.Open(t)
	s := start(t, serve.Config{Runs: 1})
	tab.Goto(s.url, ready)
	upload(t, tab, "endless.yaml", endlessYAML)
	tab.Wait(`document.getElementById("summary").textContent.startsWith("endless: 1 policy")`)
	tab.Do(chromedp.Click(chromedp.CSS("#run")))
	tab.Wait(`/jobs ended/.test(` + status + `) && document.getElementById("progress").value > 0`)
	require.True(t, browser.Eval[bool](tab, `document.getElementById("run").disabled`))
	tab.Screenshot("serve-progress")
	tab.Do(chromedp.Click(chromedp.CSS("#cancel")))
	tab.Wait(status + ` === "Cancelled." && ` + idle)
	require.Empty(t, browser.Eval[string](tab, trouble))
	s.runs(choice{Name: "short.yaml", YAML: shortYAML}) // the only place is free

	// To leave the page cancels too.
	tab.Do(chromedp.Click(chromedp.CSS("#run")))
	tab.Wait(`/jobs ended/.test(` + status + `)`)
	tab.Goto("about:blank", "true")
	s.runs(choice{Name: "short.yaml", YAML: shortYAML})
	require.Empty(t, tab.Faults())
}

func TestPageShowsFaultsAndNamesAsText(t *testing.T) {
	tab := browser.Open(t)
	s := start(t, serve.Config{})
	tab.Goto(s.url, ready)
	upload(t, tab, "wrong.yaml", shortYAML+"horizon: "+hostile+"\n")
	tab.Wait(trouble + `.includes("wrong.yaml:6:10: horizon: got")`)
	require.Contains(t, browser.Eval[string](tab, trouble), hostile)
	require.True(t, browser.Eval[bool](tab, `document.getElementById("run").disabled`))
	yaml := strings.Replace(shortYAML, "id: a,", "id: '"+hostile+"',", 1) + "title: '" + hostile + "'\ndescription: '" + hostile + "'\n"
	upload(t, tab, "named.yaml", yaml)
	tab.Wait(idle)
	browser.Eval[string](tab, `document.getElementById("more").value = "workload.lode=2\nhorizon=`+hostile+`"`)
	tab.Do(chromedp.Click(chromedp.CSS("#run")))
	tab.Wait(trouble + `.includes('--set workload.lode=2: workload.lode: got the unknown key')`)
	require.Contains(t, browser.Eval[string](tab, trouble), "--set horizon="+hostile)
	tab.Screenshot("serve-faults")
	browser.Eval[string](tab, `document.getElementById("more").value = ""`)
	tab.Do(chromedp.Click(chromedp.CSS("#run")))
	tab.Wait(status + ` === "Done: run 1."`)
	for _, id := range []string{"title", "description"} {
		require.Equal(t, hostile, browser.Eval[string](tab, `document.getElementById("`+id+`").textContent`))
	}
	require.Zero(t, browser.Eval[int](tab, `document.images.length`))
	require.Equal(t, []string{"log: Failed to load resource: the server responded with a status of 422 (Unprocessable Entity)"}, tab.Faults())
}

// Who cannot see or point gets the same, on a phone too.
func TestPageIsAccessible(t *testing.T) {
	tab := browser.Open(t)
	s := start(t, serve.Config{})
	tab.Do(chromedp.EmulateViewport(390, 844))
	tab.Goto(s.url, ready)
	pick(tab, "hyperpod-night", "hyperpod-night: ")
	for range 2 {
		tab.Do(chromedp.Click(chromedp.CSS("#run")))
		tab.Wait(`/^Done/.test(` + status + `) && ` + idle)
	}
	for _, nameless := range []string{
		`[...document.querySelectorAll("input, select, textarea")].filter(e => !e.labels.length)`,
		`[...document.querySelectorAll("button")].filter(e => !e.textContent)`,
		`[...document.querySelectorAll("input[type=range]")].filter(e => !e.getAttribute("aria-valuetext"))`,
		`[...document.querySelectorAll("th")].filter(e => !e.scope)`,
		`[...document.querySelectorAll("iframe")].filter(e => !e.title)`,
		`[...document.querySelectorAll("[aria-labelledby], [aria-describedby]")].filter(e => !document.getElementById(e.getAttribute("aria-labelledby") || e.getAttribute("aria-describedby")))`,
		`[...document.querySelectorAll("[id]")].filter(e => document.querySelectorAll("#" + CSS.escape(e.id)).length > 1)`,
	} {
		require.Zero(t, browser.Eval[int](tab, nameless+".length"), nameless)
	}
	require.LessOrEqual(t, browser.Eval[int](tab, `document.documentElement.scrollWidth`), 390, "nothing is wider than the window")
	for _, dark := range []bool{false, true} {
		tab.Dark(dark)
		for _, pair := range [][2]string{{"--ink", "--paper"}, {"--ink", "--panel"}, {"--pale", "--paper"}, {"--accent", "--paper"}, {"--on-accent", "--accent"}, {"--alert", "--paper"}} {
			require.GreaterOrEqual(t, browser.Eval[float64](tab, contrast(pair[0], pair[1])), 4.5, "dark %v: %s on %s", dark, pair[0], pair[1])
		}
	}
	tab.Screenshot("serve-narrow-dark")
	require.Empty(t, tab.Faults())
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
