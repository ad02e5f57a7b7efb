package html_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"rubato/internal/browser"
)

// longName is a name without a place to break it.
var longName = strings.Repeat("Loooong", 40)

// longYAML has that name wherever one may be written, and many policies.
var longYAML = strings.ReplaceAll(`
name: long
title: LONG
cluster: {pools: [{name: LONG, nodes: 4, gpusPerNode: 8}, {name: p, nodes: 1, gpusPerNode: 8}]}
workload:
  jobs:
    - {id: LONG, user: LONG, team: LONG, pool: LONG, submit: 0s, gpus: 16, duration: 4h}
    - {id: second, pool: LONG, submit: 1h, gpus: 32, duration: 1h}
    - {id: third, pool: p, submit: 2h, gpus: 8, duration: 1000h}
  model:
    scaling: {model: linear}
    checkpoint: {interval: 30m, save: 1m}
    restart: {start: 1m, load: 1m}
    elastic: {min: 8, max: 32, step: 8}
policies:
  fifo: {}
  LONG: {policy: hyperpod}
  easy-LONG: {policy: easy}
  las: {}
seeds: 1..3
`, "LONG", longName)

// openAll opens all tables that stand for charts.
const openAll = `document.querySelectorAll("details").forEach(d => { d.open = true; })`

// tooWide lists what sticks out of a window on the right and does not scroll.
const tooWide = `[...document.querySelectorAll("body *")].filter(e => {
	const r = e.getBoundingClientRect();
	return r.width > 0 && r.right > innerWidth + 0.5 && !e.closest(".scroll, pre, .gantt, .u-wrap, .unseen, .skip, .waterfall td");
}).slice(0, 5).map(e => e.outerHTML.slice(0, 120)).join("\n")`

// However narrow the window and long the names: nothing but tables scrolls sideways.
func TestFitsWindows(t *testing.T) {
	tab, _ := opened(t, longYAML)
	browser.Eval[any](tab, openAll)
	for _, width := range []int64{320, 390, 768, 1280, 1920} {
		tab.Size(width, 800)
		tab.Wait(fmt.Sprintf("innerWidth === %d", width))
		require.Empty(t, browser.Eval[string](tab, tooWide), "%d px", width)
		require.Equal(t, int(width), browser.Eval[int](tab, `document.documentElement.scrollWidth`), "%d px", width)
		tab.Screenshot(fmt.Sprintf("window-%d", width))
	}
	tab.Do(chromedp.Focus(chromedp.CSS(".gantt")))
	require.Empty(t, tab.Faults())
}

// On paper nothing is cut off.
func TestFitsPaper(t *testing.T) {
	tab, _ := opened(t, longYAML)
	tab.Size(720, 1000)
	browser.Eval[any](tab, `dispatchEvent(new Event("beforeprint"))`)
	tab.Print(true)
	require.Empty(t, browser.Eval[string](tab, tooWide))
	require.False(t, browser.Eval[bool](tab, `matchMedia("(prefers-color-scheme: dark)").matches`))
	require.Equal(t, "none", browser.Eval[string](tab, `getComputedStyle(document.getElementById("zoom")).display`))
	require.True(t, browser.Eval[bool](tab, `[...document.querySelectorAll("details")].some(d => d.open)`), "the YAML is printed")
	tab.Print(false)
	browser.Eval[any](tab, `dispatchEvent(new Event("afterprint"))`)
	require.Empty(t, tab.Faults())
}
