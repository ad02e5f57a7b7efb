// Distributions of times: which part of the completed jobs took no longer.
const distributions = data => {
  const all = data.distributions.flatMap(d => d.curves.flatMap(c => c.times)).filter(t => t > 0);
  if (!all.length) return;
  byId("distributions").hidden = false;
  const log = byId("log");
  log.checked = all.reduce((a, b) => Math.max(a, b)) > 100 * all.reduce((a, b) => Math.min(a, b));
  const charts = data.distributions.map(d => new Distribution(data, d));
  const draw = () => charts.forEach(c => c.build(log.checked));
  byId("curves").replaceChildren(...charts.map(c => c.node));
  log.addEventListener("change", draw);
  hidden.listen(draw);
  look.listen(draw);
  draw();
  alternative(byId("curves-table"), "The distributions as a table", () => distributionTable(data), [hidden]);
};

const percents = [10, 25, 50, 75, 90, 95, 99, 100];

const distributionTable = data => {
  const rows = data.distributions.flatMap(d => d.curves.flatMap((c, i) => hidden.value.has(i) ? [] : [[
    d.title, data.policies[i].name, `${c.completed.toLocaleString("en-US")} of ${c.all.toLocaleString("en-US")}`,
    ...percents.map(p => c.completed ? span(percentile(c, p)) : "–"),
  ]]));
  return { head: ["time", "policy", "jobs completed", ...percents.map(p => p === 50 ? "median" : p === 100 ? "most" : `${p} % took at most`)], rows };
};

// percentile is the least time, in seconds, that so many percent of the jobs did
// not exceed.
const percentile = (curve, percent) => curve.times[curve.ranks.findIndex(r => 100 * r >= percent * curve.completed)] / 1000;

class Distribution {
  constructor(data, of) {
    Object.assign(this, { data, of });
    this.values = make("p", { className: "readout" });
    this.chart = make("div", { role: "img", "aria-label": this.describe() });
    this.node = make("div", {}, make("h3", { textContent: of.title[0].toUpperCase() + of.title.slice(1) }), this.chart, this.values);
  }

  describe() {
    const medians = this.of.curves.map((c, i) => `${this.data.policies[i].name} ` + (c.completed ? `${span(percentile(c, 50))} over ${count(c.completed, "job")}` : "no job completed"));
    return `Distribution of ${this.of.title}, medians: ${medians.join("; ")}.`;
  }

  // build draws the curves of the policies that are shown, on the union of their
  // times.
  build(log) {
    const shown = this.of.curves.map((c, i) => [c, i]).filter(([c, i]) => c.completed && !hidden.value.has(i));
    const times = [...new Set(shown.flatMap(([c]) => c.times))].map(ms => ms / 1000).filter(t => !log || t > 0).sort((a, b) => a - b);
    this.plot?.destroy();
    this.plot = null;
    this.say(null, shown);
    if (!times.length) return;
    const x = log ? [times[0] / 1.1, ...times, times.at(-1) * 1.1] : [0, ...times, times.at(-1) * 1.03];
    const curves = shown.map(([c]) => this.on(x, c));
    const width = Math.max(260, this.node.clientWidth);
    const paths = uPlot.paths.stepped({ align: 1 });
    this.plot = new uPlot({
      width, height: 260, padding: [8, 12, 0, 0], legend: { show: false },
      cursor: { y: false, points: { show: false }, drag: { x: true, y: false } },
      scales: { x: { time: false, distr: log ? 3 : 1, range: (u, min, max) => [min, max] }, y: { range: [0, 1.01] } },
      axes: [log ? this.clockAxis() : timeAxis(true), { ...axisStyle(), size: 46, values: (u, vs) => vs.map(v => `${Math.round(v * 100)} %`) }],
      series: [{}, ...shown.map(([, i]) => ({
        paths, width: 1.8, stroke: () => policyColour(this.data.policies[i]), dash: this.data.policies[i].dashes || [], points: { show: false },
      }))],
      hooks: { setCursor: [u => this.say(u.cursor.left >= 0 ? u.posToVal(u.cursor.left, "x") : null, shown)] },
    }, [x, ...curves], this.chart);
  }

  clockAxis() {
    return {
      ...timeAxis(true),
      splits: (u, _, min, max) => {
        const inside = clock.filter(t => t >= min && t <= max);
        return inside.length > 1 ? inside : [min, Math.sqrt(min * max), max];
      },
      filter: (u, splits) => splits,
      values: (u, splits) => splits.map(span),
    };
  }

  // on is a curve at the instants of x.
  on(x, curve) {
    let k = 0;
    return x.map(t => {
      while (k < curve.times.length && curve.times[k] / 1000 <= t) k++;
      return k ? curve.ranks[k - 1] / curve.completed : 0;
    });
  }

  say(t, shown) {
    this.values.replaceChildren(...(shown.length ? shown : []).map(([c, i]) => {
      const figure = t === null ? `median ${span(percentile(c, 50))}` : `${amount(100 * this.on([t], c)[0])} %`;
      const left = c.all > c.completed ? ` (${count(c.completed, "job")} of ${c.all})` : "";
      return make("span", {}, stroke(i), `${this.data.policies[i].name}: ${figure}${left}  `);
    }));
    if (t !== null) this.values.prepend(`Within ${span(t)}: `);
    if (!shown.length) this.values.textContent = "No job completed under the policies shown.";
  }
}
