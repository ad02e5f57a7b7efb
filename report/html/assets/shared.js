// What all charts share: small helpers, the time in view, the policies shown.
const byId = id => document.getElementById(id);

// make makes an element; text in it is only ever text.
const make = (tag, props = {}, ...children) => {
  const e = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (key in e) e[key] = value;
    else e.setAttribute(key, value);
  }
  e.append(...children);
  return e;
};

const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const isDark = () => {
  const theme = document.documentElement.dataset.theme;
  return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
};
const policyColour = p => p.colour === "#000000" && isDark() ? "#ffffff" : p.colour;

const wasteOf = (data, policy) => data.states.reduce((sum, s, i) => sum + (s.wasted ? policy.hours[i] : 0), 0);

// signal is what listeners are told of when it changes.
const signal = value => {
  const listeners = [];
  return {
    get value() { return value; },
    set value(v) { value = v; for (const f of listeners) f(v); },
    listen: f => listeners.push(f),
  };
};

const view = signal([0, 1]);   // the time in view, in seconds
const moment = signal(null);   // the time under the cursor
const hidden = signal(new Set()); // indices of the policies that are not shown
const look = signal(0);        // changes with colours and sizes

let end = 1; // the latest end of a run, in seconds

const clamp = (v, low, high) => Math.max(low, Math.min(high, v));

// show brings a span of time into view, within the runs.
const show = (from, to) => {
  const least = Math.min(end, Math.max(end / 1e6, 0.01));
  const length = clamp(to - from, least, end);
  const start = clamp(from, 0, end - length);
  if (start !== view.value[0] || start + length !== view.value[1]) view.value = [start, start + length];
};
const zoomAt = (factor, at = (view.value[0] + view.value[1]) / 2) => {
  const [a, b] = view.value;
  show(at - (at - a) * factor, at + (b - at) * factor);
};
const pan = part => {
  const [a, b] = view.value;
  show(a + (b - a) * part, b + (b - a) * part);
};

// viewKey answers the keys that move the view; it reports whether it did.
const viewKey = event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  switch (event.key) {
    case "+": case "=": zoomAt(0.5); break;
    case "-": case "−": zoomAt(2); break;
    case "ArrowLeft": pan(-0.25); break;
    case "ArrowRight": pan(0.25); break;
    case "0": case "Home": show(0, end); break;
    default: return false;
  }
  event.preventDefault();
  return true;
};

// sums turns lengths into the instants between them, from an instant on.
const instants = (lengths, from = 0) => {
  const out = [from / 1000];
  for (const d of lengths) out.push((from += d) / 1000);
  return out;
};

// upTo is the index of the last of the sorted values that is not over v.
const upTo = (values, v) => {
  let low = 0, high = values.length - 1;
  while (low < high) {
    const mid = (low + high + 1) >> 1;
    if (values[mid] <= v) low = mid;
    else high = mid - 1;
  }
  return low;
};

const tip = {
  show(x, y, title, lines) {
    const box = byId("tip");
    box.replaceChildren(make("b", { textContent: title }), ...lines.map(l => make("div", { textContent: l })));
    box.hidden = false;
    const { width, height } = box.getBoundingClientRect();
    box.style.left = clamp(x + 14, 4, Math.max(4, innerWidth - width - 4)) + "px";
    box.style.top = (y + 18 + height > innerHeight ? Math.max(4, y - height - 12) : y + 18) + "px";
  },
  hide() { byId("tip").hidden = true; },
};
