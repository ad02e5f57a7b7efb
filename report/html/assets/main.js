// Reads the data and starts the charts.
const unpack = async () => {
  const text = byId("data").textContent.replaceAll("-", "+").replaceAll("_", "/");
  const bytes = Uint8Array.from(atob(text), c => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
};

const policyChoice = data => {
  const nav = byId("policies");
  nav.hidden = data.policies.length < 2;
  nav.replaceChildren(...data.policies.map((p, i) => {
    const box = make("input", { type: "checkbox", checked: true, value: i });
    box.addEventListener("change", () => {
      const now = new Set(hidden.value);
      if (box.checked) now.delete(i);
      else now.add(i);
      hidden.value = now;
    });
    return make("label", {}, box, stroke(i), p.name);
  }));
  hidden.listen(now => {
    for (const row of byId("compared").tBodies[0].rows) row.hidden = now.has(Number(row.dataset.policy));
  });
};

const zoomTools = () => {
  const said = make("output", {});
  const button = (text, title, act) => {
    const b = make("button", { type: "button", textContent: text, title, "aria-label": title });
    b.addEventListener("click", act);
    return b;
  };
  const say = ([from, to]) => { said.textContent = from === 0 && to === end ? `all ${span(end)}` : `${span(from)} to ${span(to)}`; };
  byId("zoom").replaceChildren(
    button("+", "Zoom in", () => zoomAt(0.5)), button("−", "Zoom out", () => zoomAt(2)),
    button("←", "Earlier", () => pan(-0.25)), button("→", "Later", () => pan(0.25)),
    button("All", "Show everything", () => show(0, end)), said);
  view.listen(say);
  say(view.value);
};

const themeChoice = () => {
  const button = byId("theme"), root = document.documentElement;
  const label = () => { button.textContent = isDark() ? "Light" : "Dark"; };
  const set = theme => {
    root.dataset.theme = theme;
    label();
    look.value++;
  };
  button.hidden = false;
  label();
  button.addEventListener("click", () => set(isDark() ? "light" : "dark"));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { label(); look.value++; });
  let before;
  addEventListener("beforeprint", () => {
    before = isDark() ? "dark" : "light";
    for (const d of document.querySelectorAll("details:not(.alternative)")) d.open = true;
    root.classList.add("paper");
    set("light");
  });
  addEventListener("afterprint", () => {
    root.classList.remove("paper");
    set(before);
  });
};

const start = async () => {
  sortable(byId("compared"));
  themeChoice();
  let data;
  try {
    data = await unpack();
  } catch (error) {
    byId("comparison").prepend(make("p", { className: "notice", textContent: `The charts need a younger browser (${error.message}); the tables do not.` }));
    return;
  }
  policyChoice(data);
  if (data.runs.length) {
    end = data.end / 1000 || 1;
    view.value = [0, end];
    byId("charts").hidden = false;
    zoomTools();
    gantt(data, timelines(data));
  }
  distributions(data);
  waterfall(data);
  let width = innerWidth;
  addEventListener("resize", () => {
    if (innerWidth === width) return;
    width = innerWidth;
    look.value++;
  });
  document.documentElement.dataset.ready = "true";
};

start();
