// What a chart shows, as a table, for who cannot see or point. It is made when it
// is opened, and again when one of the signals changes what the chart shows.
const alternative = (host, title, contents, signals) => {
  const node = make("details", { className: "alternative" }, make("summary", { textContent: title }));
  const fill = () => {
    if (!node.open) return;
    const { head, rows, note } = contents();
    const cell = (text, i) => i ? make("td", { textContent: text, className: String(text).length > 24 ? "long" : "" }) : make("th", { scope: "row", textContent: text });
    const table = make("table", {},
      make("caption", { className: "unseen", textContent: title }),
      make("thead", {}, make("tr", {}, ...head.map(h => make("th", { scope: "col", textContent: h })))),
      make("tbody", {}, ...rows.map(r => make("tr", {}, ...r.map(cell)))));
    const box = make("div", { className: "scroll", tabIndex: 0, role: "region", "aria-label": title }, table);
    node.replaceChildren(node.firstChild, ...(note ? [make("p", { className: "note", textContent: note })] : []), box);
  };
  node.addEventListener("toggle", fill);
  for (const s of signals) s.listen(fill);
  host.append(node);
  return fill;
};
