// The waste of one policy, what another one saves or adds, state by state, and its
// waste.
const waterfall = data => {
  if (data.policies.length < 2) return;
  byId("waste").hidden = false;
  const total = p => wasteOf(data, p);
  const totals = data.policies.map(total);
  const best = totals.reduce((b, t, i) => t < totals[b] ? i : b, 0);
  const choice = (id, chosen) => {
    const s = make("select", { id }, ...data.policies.map((p, i) => make("option", { value: i, textContent: p.name })));
    s.value = chosen;
    s.addEventListener("change", draw);
    return s;
  };
  const draw = () => byId("waterfall").replaceChildren(waterfallChart(data, data.policies[from.value], data.policies[to.value], total));
  const from = choice("waste-from", 0), to = choice("waste-to", best || 1);
  byId("waste-tools").replaceChildren(make("label", {}, "From ", from), make("label", {}, " to ", to));
  draw();
};

const svg = (tag, attributes, text) => {
  const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
  if (text !== undefined) e.textContent = text;
  return e;
};

const waterfallChart = (data, from, to, total) => {
  const steps = waterfallSteps(data, from, to, total);
  const label = 190, width = 900, row = 26, room = width - label - 130;
  const most = Math.max(...steps.map(s => Math.max(s.from, s.to)), 1e-9);
  const x = v => label + v / most * room;
  const change = total(to) - total(from);
  const said = `${from.name} wastes ${amount(total(from))} GPU-hours, ${to.name} ${amount(total(to))}: ` +
    steps.slice(1, -1).map(s => `${s.name} ${signed(s.to - s.from)}`).join(", ") + ".";
  const out = svg("svg", { viewBox: `0 0 ${width} ${steps.length * row + 30}`, role: "img", "aria-label": said });
  steps.forEach((s, i) => {
    const y = i * row + 4, left = Math.min(s.from, s.to), right = Math.max(s.from, s.to), whole = i === 0 || i === steps.length - 1;
    const name = svg("text", { x: label - 8, y: y + 14, "text-anchor": "end" }, s.name);
    if (whole) name.setAttribute("font-weight", "bold");
    out.append(name, svg("rect", { x: x(left), y, width: Math.max(1, x(right) - x(left)), height: row - 7, style: `fill: ${s.colour}`, stroke: "var(--ink)", "stroke-width": 0.5 }));
    out.append(svg("text", { x: x(right) + 6, y: y + 14 }, whole ? `${amount(right)} GPU-h` : signed(s.to - s.from)));
    if (i + 1 < steps.length) out.append(svg("line", { x1: x(s.to), x2: x(s.to), y1: y + row - 7, y2: y + row, stroke: "var(--pale)" }));
  });
  const part = total(from) ? ` (${signed(100 * change / total(from))} %)` : "";
  out.append(svg("text", { x: label, y: steps.length * row + 20, class: "pale" }, `GPU-hours wasted, over the window of the comparison; all together ${signed(change)}${part}`));
  return out;
};

const signed = v => Math.abs(v) < 0.005 ? "±0" : (v > 0 ? "+" : "−") + amount(Math.abs(v));

// waterfallSteps are the bars: a whole one, changes, a whole one.
const waterfallSteps = (data, from, to, total) => {
  let level = total(from);
  const out = [{ name: short(from.name), from: 0, to: level, colour: policyColour(from) }];
  data.states.forEach((s, i) => {
    if (!s.wasted || (from.hours[i] === 0 && to.hours[i] === 0)) return;
    const next = level + to.hours[i] - from.hours[i];
    out.push({ name: s.name, from: level, to: next, colour: `var(--${s.key})` });
    level = next;
  });
  out.push({ name: short(to.name), from: 0, to: total(to), colour: policyColour(to) });
  return out;
};

const short = name => name.length > 26 ? name.slice(0, 25) + "…" : name;
