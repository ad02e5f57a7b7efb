// The GPUs by state over time: a chart a policy, all with the same axes.
const timelines = data => {
  const host = byId("timelines");
  const runs = data.runs.filter(r => r.timeline);
  const most = Math.max(1, ...runs.map(r => r.gpus));
  const panels = runs.map((run, i) => new Timeline(host, data, run, most, runs.length, i === runs.length - 1));
  stateLegend(data, runs);
  moment.listen(at => panels.forEach(p => p.say(at)));
  hidden.listen(() => {
    const shown = panels.filter(p => !hidden.value.has(p.run.policy));
    panels.forEach(p => p.setShown(shown.includes(p), p === shown.at(-1)));
  });
  view.listen(() => panels.forEach(p => p.follow()));
  look.listen(() => panels.forEach(p => p.redraw()));
  alternative(byId("timelines-table"), "The time in view as a table", () => timelineTable(data, panels), [view, hidden]);
  return new Map(panels.map(p => [p.run.policy, p]));
};

// usedStates are the places in the stack of the states that some GPU is ever in.
const usedStates = (data, runs) => [...data.stack.keys()].filter(i => runs.some(r => r.timeline.mean[i].some(v => v > 0)));

const stateLegend = (data, runs) =>
  byId("states").replaceChildren(...usedStates(data, runs).reverse().map(i => {
    const s = data.states[data.stack[i]];
    return make("span", {}, swatch(`var(--${s.key})`), s.name);
  }));

// timelineTable has the mean GPUs by state in equal parts of the time in view.
const timelineTable = (data, panels) => {
  const shown = panels.filter(p => !hidden.value.has(p.run.policy)), used = usedStates(data, shown.map(p => p.run));
  const [from, to] = view.value, parts = 12, rows = [];
  for (let k = 0; k < parts; k++) {
    const a = from + (to - from) * k / parts, b = from + (to - from) * (k + 1) / parts;
    for (const p of shown) {
      const mean = p.mean(a, b);
      rows.push([`${span(a)} to ${span(b)}`, data.policies[p.run.policy].name, ...used.map(i => mean ? amount(mean[i]) : "ended")]);
    }
  }
  return { head: ["time", "policy", ...used.map(i => data.states[data.stack[i]].name)], rows, note: "Mean number of GPUs in each state." };
};

const swatch = colour => {
  const i = make("i", { className: "swatch" });
  i.style.setProperty("--colour", colour);
  return i;
};

// stroke is a piece of the line of a policy, as the table has it.
const stroke = policy => byId("compared").querySelector(`[data-policy="${policy}"] .stroke`).cloneNode();

class Timeline {
  constructor(host, data, run, most, panels, last) {
    Object.assign(this, { data, run, most, last });
    const policy = data.policies[run.policy];
    this.height = clamp(600 / panels, 90, 240);
    this.ends = instants(run.timeline.lengths);
    this.values = document.createElement("span");
    this.values.className = "readout";
    this.chart = make("div", { tabIndex: 0, role: "img", "aria-label": this.describe(policy) });
    this.chart.addEventListener("keydown", viewKey);
    this.node = make("div", { className: "panel" }, make("h4", {}, make("span", {}, stroke(run.policy), policy.name), this.values), this.chart);
    this.node.dataset.policy = run.policy;
    host.append(this.node);
    this.stack();
    this.build();
    this.say(null);
  }

  describe(policy) {
    const { states } = this.data;
    const hours = states.map((s, i) => [s.name, policy.hours[i]]).filter(([, h]) => h > 0).map(([name, h]) => `${name} ${amount(h)}`);
    return `GPUs by state over time under ${policy.name}, which ends after ${span(this.run.end / 1000)}. GPU-hours: ${hours.join(", ")}.`;
  }

  // stack adds the states up, from the bottom; the last value stands to the end.
  stack() {
    const { mean } = this.run.timeline;
    let below = new Array(this.ends.length).fill(0);
    this.tops = mean.map(values => {
      below = below.map((b, i) => b + values[Math.min(i, values.length - 1)]);
      return below;
    });
  }

  build() {
    const { data } = this;
    const width = Math.max(260, this.node.clientWidth);
    const layers = data.stack.map((s, i) => ({ key: data.states[s].key, top: this.tops[i] })).reverse();
    const paths = uPlot.paths.stepped({ align: 1 });
    this.plot?.destroy();
    this.plot = new uPlot({
      width, height: this.height + (this.last ? 22 : 0), padding: [6, 12, 0, 0],
      legend: { show: false },
      cursor: { y: false, points: { show: false }, drag: { x: true, y: false, setScale: true } },
      scales: { x: { time: false, range: (u, min, max) => [min, max] }, y: { range: [0, this.most] } },
      axes: [timeAxis(this.last), { ...axisStyle(), size: gutter(width), values: (u, vs) => vs.map(v => Number.isInteger(v) ? String(v) : "") }],
      series: [{}, ...layers.map(l => ({ paths, width: 0, points: { show: false }, fill: () => css("--" + l.key) }))],
      hooks: {
        draw: [u => this.strokes(u)],
        setScale: [(u, key) => { if (key === "x" && !this.following) show(u.scales.x.min, u.scales.x.max); }],
        setCursor: [u => { if (u.cursor.event) moment.value = u.cursor.left >= 0 ? u.posToVal(u.cursor.left, "x") : null; }],
      },
    }, [this.ends, ...layers.map(l => l.top)], this.chart);
    this.plot.over.addEventListener("dblclick", event => { event.stopImmediatePropagation(); show(0, end); }, true);
    this.follow();
  }

  // strokes show how far what jobs held strayed from a column's mean.
  strokes(u) {
    const { least, most } = this.run.timeline;
    if (!least) return;
    const low = least.at(-1), high = most.at(-1);
    const [from, to] = [upTo(this.ends, u.scales.x.min), upTo(this.ends, u.scales.x.max)];
    const { ctx } = u;
    ctx.save();
    ctx.strokeStyle = css("--ink");
    ctx.globalAlpha = 0.35;
    ctx.lineWidth = 1;
    ctx.beginPath();
    for (let i = from; i <= to && i < low.length; i++) {
      if (high[i] === low[i]) continue;
      const x = Math.round(u.valToPos((this.ends[i] + this.ends[i + 1]) / 2, "x", true)) + 0.5;
      ctx.moveTo(x, u.valToPos(low[i], "y", true));
      ctx.lineTo(x, u.valToPos(high[i], "y", true));
    }
    ctx.stroke();
    ctx.restore();
  }

  follow() {
    this.following = true;
    const [min, max] = view.value;
    this.plot.setScale("x", { min, max });
    this.following = false;
  }

  // say writes what the GPUs do at an instant.
  say(at) {
    if (at === null || at < 0 || at >= this.run.end / 1000) {
      this.values.textContent = at === null ? `ends after ${span(this.run.end / 1000)}` : "ended";
      return;
    }
    const { mean, least, most } = this.run.timeline;
    const k = Math.min(upTo(this.ends, at), mean[0].length - 1);
    const parts = [];
    this.data.stack.forEach((s, i) => {
      const top = most ? most[i][k] : mean[i][k];
      if (top === 0) return;
      const range = most && most[i][k] !== least[i][k] ? ` (${least[i][k]} to ${top})` : "";
      parts.push(`${this.data.states[s].name} ${amount(mean[i][k])}${range}`);
    });
    this.values.textContent = `at ${span(at)}: ${parts.join(", ")}`;
  }

  // mean is that of the GPUs by state between two instants, as far as the run goes;
  // null after its end.
  mean(from, to) {
    to = Math.min(to, this.run.end / 1000);
    if (from >= to) return null;
    const { mean } = this.run.timeline, sums = mean.map(() => 0);
    for (let k = upTo(this.ends, from); k < mean[0].length && this.ends[k] < to; k++) {
      const length = Math.min(to, this.ends[k + 1]) - Math.max(from, this.ends[k]);
      mean.forEach((values, i) => { sums[i] += values[k] * length; });
    }
    return sums.map(s => s / (to - from));
  }

  // free is the least and the most GPUs that were idle between two instants.
  free(from, to) {
    const { mean, least, most } = this.run.timeline;
    const idle = this.data.stack.flatMap((s, i) => this.data.states[s].key.startsWith("idle") ? [i] : []);
    let low = Infinity, high = 0;
    for (let k = upTo(this.ends, from); k < mean[0].length && (this.ends[k] < to || k === 0); k++) {
      const sum = of => idle.reduce((n, i) => n + of[i][k], 0);
      low = Math.min(low, sum(least || mean));
      high = Math.max(high, sum(most || mean));
    }
    return [low, high];
  }

  setShown(shown, last) {
    this.node.hidden = !shown;
    if (shown && last !== this.last) {
      this.last = last;
      this.build();
    }
  }

  redraw() {
    if (!this.node.hidden) this.build();
  }
}
