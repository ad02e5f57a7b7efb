// Tables that sort by a click on a column's head.
const sortable = table => {
  const heads = [...table.tHead.rows[0].cells];
  const body = table.tBodies[0];
  const sort = (column, ascending) => {
    const key = row => {
      const cell = row.cells[column];
      if (column === 0) return cell.textContent;
      return cell.dataset.sort === "" ? null : Number(cell.dataset.sort);
    };
    const compare = (a, b) => {
      if (a === null || b === null) return (a === null) - (b === null); // without a figure: last
      const order = typeof a === "string" ? a.localeCompare(b, "en") : a - b;
      return ascending ? order : -order;
    };
    body.append(...[...body.rows].sort((a, b) => compare(key(a), key(b)) || a.dataset.policy - b.dataset.policy));
    heads.forEach((h, i) => i === column ? h.setAttribute("aria-sort", ascending ? "ascending" : "descending") : h.removeAttribute("aria-sort"));
  };
  heads.forEach((head, column) => {
    const button = make("button", { type: "button", textContent: head.textContent });
    button.addEventListener("click", () => sort(column, head.getAttribute("aria-sort") !== "ascending"));
    head.replaceChildren(button);
  });
};
