// Times and amounts as readers say them, and the axes of the charts.
const units = [["d", 86400], ["h", 3600], ["min", 60]];

// span says a length of time in its two largest units.
const span = seconds => {
  for (const [i, [name, length]] of units.entries()) {
    if (seconds < length) continue;
    const next = units[i + 1] || ["s", 1];
    let whole = Math.floor(seconds / length), rest = Math.round((seconds - whole * length) / next[1]);
    if (rest * next[1] >= length) { whole++; rest = 0; }
    return rest ? `${whole} ${name} ${rest} ${next[0]}` : `${whole} ${name}`;
  }
  return `${Number(seconds.toFixed(seconds < 10 ? 3 : 1))} s`;
};

const amount = v => {
  const a = Math.abs(v);
  return v.toLocaleString("en-US", { maximumFractionDigits: a >= 999.95 ? 0 : a >= 9.995 ? 1 : 2 });
};
const count = (n, one, many = one + "s") => `${n.toLocaleString("en-US")} ${n === 1 ? one : many}`;

const timeSteps = [
  0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800,
  3600, 7200, 10800, 21600, 43200, 86400, 172800, 432000, 604800, 1209600, 2419200, 6048000, 15552000, 31104000,
];

// tick says an instant on an axis whose ticks are a step apart.
const tick = (v, step) => {
  const two = n => String(n).padStart(2, "0");
  if (step >= 86400) return `${Math.round(v / 86400)} d`;
  const days = Math.floor((v + 1e-6) / 86400), s = v - days * 86400;
  const day = days > 0 ? `${days} d ` : "";
  if (step >= 3600) return days > 0 && s < 1 ? `${days} d` : `${day}${Math.round(s / 3600)} h`;
  const h = Math.floor((s + 1e-6) / 3600), m = Math.floor((s - h * 3600 + 1e-6) / 60), rest = s - h * 3600 - m * 60;
  if (step >= 60) return `${day}${h}:${two(m)}`;
  const decimals = step >= 1 ? 0 : Math.ceil(-Math.log10(step) - 1e-9);
  return `${day}${h}:${two(m)}:${Math.abs(rest).toFixed(decimals).padStart(decimals ? 3 + decimals : 2, "0")}`;
};

// timeTicks are the instants to mark between two, and how far they are apart.
const timeTicks = (from, to, width, room = 80) => {
  const step = timeSteps.find(s => (to - from) / s * room <= width) || timeSteps.at(-1);
  const out = [];
  for (let i = Math.ceil(from / step); i * step <= to; i++) out.push(i * step);
  return [out, step];
};

// clock are the marks of a logarithmic axis of times, in seconds.
const clock = [0.001, 0.01, 0.1, 1, 10, 60, 600, 3600, 6 * 3600, 86400, 7 * 86400, 30 * 86400, 365 * 86400];

// gutter is the room left of all charts over time, so that they line up.
const gutter = width => width < 600 ? 64 : 104;

const axisStyle = () => ({
  stroke: () => css("--ink"), font: "12px system-ui, 'Liberation Sans', sans-serif",
  grid: { stroke: () => css("--grid"), width: 1 }, ticks: { stroke: () => css("--line"), width: 1, size: 4 },
});
const timeAxis = shown => ({
  ...axisStyle(), size: shown ? 30 : 8,
  splits: (u, _, min, max) => timeTicks(min, max, u.bbox.width / devicePixelRatio)[0],
  values: (u, splits) => shown ? splits.map(v => tick(v, timeTicks(u.scales.x.min, u.scales.x.max, u.bbox.width / devicePixelRatio)[1])) : splits.map(() => ""),
});
