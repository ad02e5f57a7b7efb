// The chart of jobs: a row a job in view, on a canvas that draws what is scrolled to.
const gantt = (data, panels) => {
  const runs = data.runs.filter(r => r.jobs);
  if (!runs.length) {
    byId("gantt").replaceChildren(make("p", { className: "note", textContent: "What happened to jobs was not recorded." }));
    return;
  }
  const chart = new Gantt(data, runs, panels);
  view.listen(() => chart.refresh());
  look.listen(() => chart.refresh());
  hidden.listen(() => chart.offer());
  const fill = alternative(byId("gantt-table"), "The jobs in view as a table", () => chart.table(), []);
  chart.drawn = fill;
};

const axisRoom = 26, shortRow = 4, tallRow = 22, mostListed = 200;

class Gantt {
  constructor(data, runs, frees) {
    Object.assign(this, { data, runs, frees, selected: -1, rows: [] });
    this.unpacked = new Map();
    this.canvas = document.createElement("canvas");
    this.room = make("div", { className: "room" });
    this.box = make("div", { className: "gantt", tabIndex: 0, role: "application", "aria-roledescription": "chart", "aria-describedby": "job" }, this.canvas, this.room);
    byId("gantt").replaceChildren(this.box);
    this.tools();
    this.legend();
    this.listen();
    this.offer();
  }

  tools() {
    this.which = make("select", { id: "gantt-policy" });
    this.which.addEventListener("change", () => this.choose(Number(this.which.value)));
    this.search = make("input", { type: "search", placeholder: "name, user or team", id: "gantt-search" });
    this.search.addEventListener("input", () => this.refresh());
    this.size = document.createElement("output");
    byId("gantt-tools").replaceChildren(make("label", {}, "Policy ", this.which), make("label", {}, "Find ", this.search), this.size);
  }

  // offer offers the policies that are shown.
  offer() {
    const shown = this.runs.filter(r => !hidden.value.has(r.policy));
    const list = shown.length ? shown : this.runs;
    this.which.replaceChildren(...list.map(r => make("option", { value: r.policy, textContent: `${this.data.policies[r.policy].name}, seed ${r.seed}` })));
    this.choose((list.find(r => r === this.run) || leastWaste(this.data, list)).policy);
  }

  choose(policy) {
    const run = this.runs.find(r => r.policy === policy);
    this.which.value = policy;
    if (!this.unpacked.has(run)) this.unpacked.set(run, new Jobs(this.data, run));
    this.run = run;
    this.jobs = this.unpacked.get(run);
    this.refresh();
  }

  legend() {
    const used = new Set();
    for (const r of this.runs) for (const p of r.jobs.intervals.phase) used.add(p);
    byId("phases").replaceChildren(...[...used].sort((a, b) => a - b).map(p =>
      make("span", {}, swatch(`var(${phaseColour(this.data.phases[p])})`), this.data.phases[p])));
  }

  listen() {
    const { box } = this;
    box.addEventListener("scroll", () => this.draw());
    box.addEventListener("pointermove", event => this.hover(event));
    box.addEventListener("pointerleave", () => { tip.hide(); moment.value = null; });
    box.addEventListener("pointerdown", event => this.grab(event));
    box.addEventListener("dblclick", () => show(0, end));
    box.addEventListener("keydown", event => this.key(event));
  }

  // refresh finds the rows: jobs that are in view and match the search.
  refresh() {
    const { jobs } = this, [from, to] = view.value;
    const wanted = this.search.value.toLowerCase();
    this.rows = [];
    for (let j = 0; j < jobs.from.length; j++) {
      if (jobs.to[j] < from || jobs.from[j] > to || jobs.first[j] === jobs.first[j + 1]) continue;
      if (wanted && !jobs.title(j).toLowerCase().includes(wanted)) continue;
      this.rows.push(j);
    }
    this.rowHeight = clamp(Math.floor(560 / Math.max(1, this.rows.length)), shortRow, tallRow);
    this.width = Math.max(200, byId("gantt").clientWidth - 2);
    const content = this.rows.length * this.rowHeight + axisRoom;
    this.height = clamp(content, 60, 590);
    this.room.style.height = Math.max(0, content - this.height) + "px";
    this.size.textContent = `${count(this.rows.length, "job")} of ${jobs.from.length.toLocaleString("en-US")} in view`;
    this.box.setAttribute("aria-label", `Jobs over time under ${this.data.policies[this.run.policy].name}: ${this.size.textContent}.`);
    this.draw();
    this.drawn?.();
  }

  // table lists the jobs in view, as many as can be read.
  table() {
    const rows = this.rows.slice(0, mostListed).map(j => this.jobs.cells(j, this.free()));
    const more = this.rows.length - rows.length;
    return { head: jobHeads, rows, note: more > 0 ? `The first ${mostListed} of ${count(this.rows.length, "job")}: zoom or search for others.` : "" };
  }

  x(t) {
    const [from, to] = view.value;
    return this.left + (t - from) / (to - from) * this.span;
  }

  // snapped is the place of an instant on a whole pixel, so that neighbours leave no
  // seam and what is shorter than a pixel colours none but by its share.
  snapped(t) {
    const ratio = devicePixelRatio || 1;
    return Math.round(clamp(this.x(t), this.left, this.left + this.span) * ratio) / ratio;
  }

  draw() {
    const { canvas, width, height } = this, ratio = devicePixelRatio || 1;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    canvas.style.width = width + "px";
    canvas.style.height = height + "px";
    this.left = gutter(width);
    this.span = width - this.left - 12;
    const ctx = this.ctx = canvas.getContext("2d");
    ctx.scale(ratio, ratio);
    ctx.font = "12px system-ui, 'Liberation Sans', sans-serif";
    ctx.textBaseline = "middle";
    this.colours = this.data.phases.map(p => css(phaseColour(p)));
    this.ink = css("--ink");
    ctx.fillStyle = css("--paper");
    ctx.fillRect(0, 0, width, height);
    this.axis();
    const first = Math.floor(this.box.scrollTop / this.rowHeight);
    const last = Math.min(this.rows.length, Math.ceil((this.box.scrollTop + height) / this.rowHeight));
    ctx.save();
    ctx.beginPath();
    ctx.rect(0, axisRoom, width, height);
    ctx.clip();
    const named = Math.ceil(14 / this.rowHeight); // names have room in one of so many rows
    for (let r = first; r < last; r++) {
      const y = axisRoom + r * this.rowHeight - this.box.scrollTop;
      this.row(r, y);
      if (r % named === 0) this.name(this.rows[r], y + this.rowHeight / 2);
    }
    ctx.restore();
  }

  axis() {
    const { ctx } = this, [ticks, step] = timeTicks(...view.value, this.span);
    const [grid, ink] = [css("--grid"), css("--ink")];
    ctx.textAlign = "center";
    for (const t of ticks) {
      const x = Math.round(this.x(t)) + 0.5;
      ctx.fillStyle = grid;
      ctx.fillRect(x - 0.5, axisRoom - 5, 1, this.height);
      ctx.fillStyle = ink;
      ctx.fillText(tick(t, step), clamp(x, this.left, this.left + this.span - 8), 11);
    }
  }

  row(r, y) {
    const { ctx, jobs, rowHeight: h } = this, job = this.rows[r], v = jobs.intervals, bar = h > 8 ? h - 3 : h - 0.5;
    if (job === this.selected) {
      ctx.fillStyle = css("--panel");
      ctx.fillRect(0, y, this.width, h);
    }
    const [from, to] = view.value;
    for (let i = jobs.first[job]; i < jobs.first[job + 1]; i++) {
      const a = jobs.starts[i], b = jobs.ends(i);
      if (b < from || a > to) continue;
      const x0 = this.snapped(a), x1 = Math.max(this.snapped(b), i === jobs.first[job] ? x0 + 1 : x0);
      const part = v.gpus[i] ? (h > 5 ? Math.max(0.25, v.gpus[i] / jobs.peak[job]) : 1) : 0.3;
      ctx.fillStyle = this.colours[v.phase[i]];
      ctx.fillRect(x0, y + 1 + bar * (1 - part), x1 - x0, bar * part);
      if (v.gpus[i] && h >= 14 && x1 - x0 > 24 && part > 0.6) this.number(v.gpus[i], v.phase[i], (x0 + x1) / 2, y + 1 + bar * (1 - part / 2));
    }
  }

  number(n, phase, x, y) {
    const { ctx } = this;
    ctx.fillStyle = luminance(this.colours[phase]) > 0.3 ? "#000" : "#fff";
    ctx.textAlign = "center";
    ctx.fillText(String(n), x, y + 0.5);
  }

  name(job, y) {
    const { ctx } = this, id = this.jobs.set.ids[job], room = this.left - 10;
    let text = id;
    for (let n = id.length; n > 1 && ctx.measureText(text).width > room; n--) text = id.slice(0, n - 1) + "…";
    ctx.fillStyle = this.ink;
    ctx.textAlign = "right";
    ctx.fillText(text, this.left - 6, y);
  }

  // under is the row and the time at a place of the window.
  under(event) {
    const box = this.canvas.getBoundingClientRect(), [from, to] = view.value;
    const y = event.clientY - box.top, x = event.clientX - box.left;
    const row = y < axisRoom ? -1 : Math.floor((y - axisRoom + this.box.scrollTop) / this.rowHeight);
    return [row < this.rows.length ? row : -1, from + (x - this.left) / this.span * (to - from), x >= this.left];
  }

  hover(event) {
    if (this.drag) return this.dragTo(event);
    const [row, time, inside] = this.under(event);
    moment.value = inside ? time : null;
    if (row < 0) return tip.hide();
    const job = this.rows[row];
    tip.show(event.clientX, event.clientY, this.jobs.title(job), this.jobs.about(job, inside ? this.jobs.at(job, time) : -1, this.free()));
  }

  free() {
    const panel = this.frees.get(this.run.policy);
    return panel && ((from, to) => panel.free(from, to));
  }

  // grab begins to move the view; a press without a move selects the job.
  grab(event) {
    if (event.button !== 0 || event.clientX - this.canvas.getBoundingClientRect().left > this.width) return;
    this.drag = { x: event.clientX, view: view.value, moved: false };
    this.box.setPointerCapture(event.pointerId);
    const drop = up => {
      if (!this.drag.moved) this.select(this.under(up)[0]);
      this.drag = null;
    };
    this.box.addEventListener("pointerup", drop, { once: true });
  }

  dragTo(event) {
    const { x, view: [from, to] } = this.drag;
    const by = (x - event.clientX) / this.span * (to - from);
    if (Math.abs(x - event.clientX) > 3) this.drag.moved = true;
    if (this.drag.moved) show(from + by, to + by);
  }

  key(event) {
    const steps = { ArrowUp: -1, ArrowDown: 1, PageUp: -20, PageDown: 20 };
    if (viewKey(event) || !(event.key in steps)) return;
    event.preventDefault();
    const row = this.rows.indexOf(this.selected);
    this.select(row < 0 ? 0 : clamp(row + steps[event.key], 0, this.rows.length - 1));
  }

  // select marks a job, brings it into sight and says what is known of it.
  select(row) {
    if (row < 0 || row >= this.rows.length) return;
    const job = this.selected = this.rows[row], top = row * this.rowHeight;
    this.box.scrollTop = clamp(this.box.scrollTop, top - this.height + axisRoom + this.rowHeight, top);
    const { jobs } = this;
    const waits = jobs.waits(job).map(i => `from ${span(jobs.starts[i])} on it ${jobs.spell(job, i, this.free()).join(", ")}`);
    byId("job").textContent = `${jobs.title(job)}: ${[...jobs.about(job, -1), ...waits.slice(0, 5)].join("; ")}.`;
    this.draw();
  }
}

const leastWaste = (data, runs) => runs.reduce((best, r) => wasteOf(data, data.policies[r.policy]) < wasteOf(data, data.policies[best.policy]) ? r : best);

// phaseColour is that of the state of the GPUs of a job in a phase.
const phaseColour = phase => "--" + (phase === "faulted" || phase === "hung" ? "holding" : phase);

const luminance = hex => {
  const [r, g, b] = [1, 3, 5].map(i => parseInt(hex.slice(i, i + 2), 16) / 255).map(v => v <= 0.04 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
