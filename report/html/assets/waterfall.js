// The waste of one policy, what another one saves or adds, state by state, and its
// waste: a table with a bar in each row.
const waterfall = data => {
  if (data.policies.length < 2) return;
  byId("waste").hidden = false;
  const totals = data.policies.map(p => wasteOf(data, p));
  const best = totals.reduce((b, t, i) => t < totals[b] ? i : b, 0);
  const draw = () => byId("waterfall").replaceChildren(waterfallTable(data, data.policies[from.value], data.policies[to.value]));
  const choice = (id, chosen) => {
    const s = make("select", { id }, ...data.policies.map((p, i) => make("option", { value: i, textContent: p.name })));
    s.value = chosen;
    s.addEventListener("change", draw);
    return s;
  };
  const from = choice("waste-from", 0), to = choice("waste-to", best || 1);
  byId("waste-tools").replaceChildren(make("label", {}, "From ", from), make("label", {}, " to ", to));
  draw();
};

const waterfallTable = (data, from, to) => {
  const steps = waterfallSteps(data, from, to);
  const most = Math.max(...steps.map(s => Math.max(s.from, s.to)), 1e-9);
  const last = steps.at(-1).to, change = last - steps[0].to;
  const part = steps[0].to ? ` (${signed(100 * change / steps[0].to)} %)` : "";
  return make("table", { className: "waterfall" },
    make("caption", { textContent: `GPU-hours wasted, over the window of the comparison: ${signed(change)}${part} all together` }),
    make("thead", {}, make("tr", {}, ...["state", "", "GPU-hours"].map(h => make(h ? "th" : "td", h ? { scope: "col", textContent: h } : {})))),
    make("tbody", {}, ...steps.map(s => waterfallRow(s, most))));
};

const waterfallRow = (s, most) => {
  const bar = make("i", { className: "bar" });
  bar.style.left = `${100 * Math.min(s.from, s.to) / most}%`;
  bar.style.width = `${100 * Math.abs(s.to - s.from) / most}%`;
  bar.style.background = s.colour;
  return make("tr", { className: s.whole ? "whole" : "" }, make("th", { scope: "row", textContent: s.name }),
    make("td", { "aria-hidden": "true" }, bar), make("td", { textContent: s.whole ? amount(s.to) : signed(s.to - s.from) }));
};

const signed = v => Math.abs(v) < 0.005 ? "±0" : (v > 0 ? "+" : "−") + amount(Math.abs(v));

// waterfallSteps are the bars: a whole one, changes, a whole one.
const waterfallSteps = (data, from, to) => {
  let level = wasteOf(data, from);
  const whole = (p, hours) => ({ name: p.name, from: 0, to: hours, colour: "var(--pale)", whole: true });
  const out = [whole(from, level)];
  data.states.forEach((s, i) => {
    if (!s.wasted || (from.hours[i] === 0 && to.hours[i] === 0)) return;
    const next = level + to.hours[i] - from.hours[i];
    out.push({ name: s.name, from: level, to: next, colour: `var(--${s.key})` });
    level = next;
  });
  return [...out, whole(to, wasteOf(data, to))];
};
