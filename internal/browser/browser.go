// Package browser lets tests drive a real browser, a Chromium without a window. It
// writes down what a page must not do: print errors, throw, open dialogs, ask the
// network for anything.
package browser

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// names are those of the browser, on Debian and elsewhere.
var names = []string{"chromium", "chromium-browser", "google-chrome", "chrome"}

// Tab is a page of the browser.
type Tab struct {
	t   testing.TB
	ctx context.Context

	mu       sync.Mutex
	faults   []string
	requests []string
}

// Open starts a browser with an empty page, for as long as the test runs. It skips
// the test where there is no browser.
func Open(t testing.TB) *Tab {
	path := find()
	if path == "" {
		t.Skip("no browser to test with: install chromium (apt-get install chromium)")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.WindowSize(1280, 900),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1")) // no network but this machine
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	ctx, stop := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(stop)
	ctx, quit := chromedp.NewContext(ctx)
	t.Cleanup(quit)
	tab := &Tab{t: t, ctx: ctx}
	require.NoError(t, chromedp.Listen(ctx, tab.note))
	_, err := chromedp.Call(ctx, network.Enable, network.EnableParams{})
	require.NoError(t, err)
	return tab
}

func find() string {
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// note writes down what happens.
func (b *Tab) note(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		b.faults = append(b.faults, fmt.Sprintf("threw: %+v", *e.ExceptionDetails))
	case *runtime.EventConsoleAPICalled:
		b.faults = append(b.faults, fmt.Sprintf("console: %s %v", e.Type, e.Args))
	case *log.EventEntryAdded:
		b.faults = append(b.faults, "log: "+e.Entry.Text)
	case *page.EventJavascriptDialogOpening:
		b.faults = append(b.faults, "dialog: "+e.Message)
	case *network.EventRequestWillBeSent:
		b.requests = append(b.requests, e.Request.URL)
	}
}

// Do does things, which must all succeed.
func (b *Tab) Do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	require.NoError(b.t, chromedp.Do(b.ctx, steps...))
}

// Goto opens an address and waits until a script's condition holds.
func (b *Tab) Goto(address, condition string) {
	b.t.Helper()
	b.Do(chromedp.Navigate(address))
	b.Wait(condition)
}

// Wait waits until a script's condition holds.
func (b *Tab) Wait(condition string) {
	b.t.Helper()
	_, err := chromedp.Run(b.ctx, chromedp.Poll[bool]("!!("+condition+")"))
	require.NoError(b.t, err, condition)
}

// Eval returns the value of a script.
func Eval[T any](b *Tab, script string) T {
	b.t.Helper()
	out, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](script))
	require.NoError(b.t, err, script)
	return out
}

// Dark says what the reader prefers, a dark page or a light one.
func (b *Tab) Dark(dark bool) {
	b.t.Helper()
	value := "light"
	if dark {
		value = "dark"
	}
	_, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: value}},
	})
	require.NoError(b.t, err)
}

// Size gives the window a size, narrower than a window may be on a desktop too.
func (b *Tab) Size(width, height int64) {
	b.t.Helper()
	_, err := chromedp.Call(b.ctx, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: width, Height: height, DeviceScaleFactor: 1,
	})
	require.NoError(b.t, err)
}

// Print lays the page out as for paper, or as for the screen again.
func (b *Tab) Print(on bool) {
	b.t.Helper()
	media := ""
	if on {
		media = "print"
	}
	_, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: media})
	require.NoError(b.t, err)
}

// Faults are what the page printed and threw and the dialogs it opened.
func (b *Tab) Faults() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]string{}, b.faults...)
}

// Requests are the addresses that the page asked for.
func (b *Tab) Requests() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]string{}, b.requests...)
}

// Screenshot writes the whole page as NAME.png into the folder that the variable
// RUBATO_SCREENSHOTS names; without it nothing is written.
func (b *Tab) Screenshot(name string) {
	b.t.Helper()
	dir := os.Getenv("RUBATO_SCREENSHOTS")
	if dir == "" {
		return
	}
	png, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
	require.NoError(b.t, err)
	require.NoError(b.t, os.WriteFile(filepath.Join(dir, name+".png"), png, 0o666))
}
