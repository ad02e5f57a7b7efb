import { byId, make } from "./shared.js";

let knobs = []; // with a function that returns the value and one that sets it back

// group is what a knob stands under: its policy, the workload, or the rest.
const group = path => {
  if (path.startsWith("policies.")) return "policy " + path.split(".")[1];
  return path.startsWith("workload.") ? "workload" : "cluster and runs";
};

const shortName = path => {
  const parts = path.split(".");
  if (path.startsWith("policies.")) return parts.slice(2).join(".");
  return path.startsWith("workload.") ? parts.slice(1).join(".").replace(/^model\./, "") : path;
};

const slider = (k, id) => {
  const input = make("input", { type: "range", id, min: 0, max: k.values.length - 1, step: 1 });
  input.value = k.values.indexOf(k.value);
  return [input, () => k.values[Number(input.value)], () => { input.value = k.values.indexOf(k.value); }];
};

const list = (k, id) => {
  const select = make("select", { id }, ...k.values.map(v => make("option", { value: v }, v)));
  select.value = k.value;
  return [select, () => select.value, () => { select.value = k.value; }];
};

const show = (k, i) => {
  const id = "knob" + i;
  const [control, value, back] = k.ordered ? slider(k, id) : list(k, id);
  const output = make("output", {}, k.value);
  output.htmlFor = id;
  const note = make("p", { className: "note", id: id + "-note" }, k.description);
  control.setAttribute("aria-describedby", note.id);
  control.dataset.path = k.path;
  const label = make("label", { htmlFor: id, title: k.path }, shortName(k.path));
  const box = make("div", { className: "knob" }, make("div", { className: "head" }, label, k.ordered ? output : ""), control, note);
  const update = () => {
    output.value = value();
    control.setAttribute("aria-valuetext", value());
    box.classList.toggle("changed", value() !== k.value);
    note.textContent = (value() === k.value ? "" : `was ${k.value}. `) + k.description;
  };
  control.addEventListener("input", update);
  update();
  knobs.push({ path: k.path, given: k.value, value, back: () => { back(); update(); } });
  return box;
};

export const showKnobs = found => {
  knobs = [];
  const groups = new Map();
  found.forEach((k, i) => {
    const name = group(k.path);
    if (!groups.has(name)) groups.set(name, make("div", { className: "knobs" }));
    groups.get(name).append(show(k, i));
  });
  byId("knobs").replaceChildren(...[...groups].map(([name, box]) => make("fieldset", {}, make("legend", {}, name), box)));
};

export const resetKnobs = () => knobs.forEach(k => k.back());

// settings are the values that were changed, as path=value, then what is written out.
export const settings = () => [
  ...knobs.filter(k => k.value() !== k.given).map(k => k.path + "=" + k.value()),
  ...byId("more").value.split("\n").map(s => s.trim()).filter(s => s),
];
