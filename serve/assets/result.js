import { askJSON, byId, make } from "./shared.js";

const pageName = "report.html";

const changed = r => r.settings.length ? r.settings.join(", ") : "nothing changed";

const named = r => `run ${r.id}: ${r.experiment}, ${changed(r)}`;

const address = (r, file) => `results/${r.id}/${file}`;

// showResult shows a result with its report in a frame that has no rights here.
export const showResult = async r => {
  byId("result").hidden = false;
  byId("finding").textContent = r.finding || r.title;
  byId("settings").textContent = named(r);
  byId("links").replaceChildren(...r.files.map(f => f === pageName
    ? make("a", { href: address(r, f), target: "_blank", rel: "noreferrer" }, "open the report in a tab")
    : make("a", { href: address(r, f), download: "" }, f)));
  const frame = () => {
    const f = make("iframe", { title: "Report of " + named(r) });
    f.setAttribute("sandbox", "allow-scripts allow-downloads allow-popups");
    f.src = address(r, pageName);
    return f;
  };
  byId("report").replaceChildren(r.files.includes(pageName) ? frame()
    : make("p", { className: "note" }, "A sweep has no report on a page unless its YAML says outputs: {page: true}; result.json has all of it."));
  await offer(r);
};

// offer lets the reader choose what to compare with: the run before, at first.
const offer = async r => {
  const others = (await askJSON("api/results")).filter(o => Number(o.id) < Number(r.id)).reverse();
  const select = byId("before");
  byId("compare").hidden = !others.length;
  select.replaceChildren(...others.map(o => make("option", { value: o.id }, named(o))));
  select.onchange = () => compare(select.value, r.id);
  if (others.length) await compare(others[0].id, r.id);
};

const compare = async (before, after) => {
  const c = await askJSON(`api/compare/${before}/${after}`);
  const notes = [];
  if (c.before.experiment !== c.after.experiment) notes.push(`These are different experiments: ${c.before.experiment} and ${c.after.experiment}.`);
  if (c.new.length) notes.push(`Only in this run: ${c.new.join(", ")}.`);
  if (c.gone.length) notes.push(`Only in the run before: ${c.gone.join(", ")}.`);
  byId("compare-note").textContent = notes.join(" ");
  byId("differences").replaceChildren(...c.policies.map(p => table(p, c)));
};

const table = (p, c) => {
  const head = ["figure", "run " + c.before.id, "run " + c.after.id, "difference"];
  const rows = p.figures.map(f => make("tr", {}, make("th", { scope: "row" }, f.title),
    make("td", {}, f.before), make("td", {}, f.after),
    make("td", { className: f.difference && f.difference !== "same" ? "moved" : "same" }, f.difference || "–")));
  const out = make("table", {}, make("caption", {}, p.name),
    make("thead", {}, make("tr", {}, ...head.map(h => make("th", { scope: "col" }, h)))), make("tbody", {}, ...rows));
  return make("div", { className: "scroll", tabIndex: 0, role: "region", "aria-label": "Differences of " + p.name }, out);
};
