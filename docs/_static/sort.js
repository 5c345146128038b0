// A click on a heading of a table of class "sortable" sorts it by that column; another turns it round.
// The page says the same without it.
"use strict";

function valueOf(row, column) {
  const text = row.cells[column].textContent.trim();
  return { text, number: Number(text.split(" ")[0]) }; // of "0.19 ± 0.02" the 0.19
}

function compare(a, b) {
  if (!Number.isNaN(a.number) && !Number.isNaN(b.number)) return a.number - b.number;
  return a.text.localeCompare(b.text, "en", { numeric: true });
}

function sortBy(table, column, turned) {
  const body = table.tBodies[0];
  const rows = Array.from(body.rows, (row) => ({ row, value: valueOf(row, column) }));
  // Empty cells stay last, whichever way it is sorted.
  const [full, empty] = [true, false].map((has) => rows.filter((r) => (r.value.text !== "") === has));
  full.sort((a, b) => (turned ? -1 : 1) * compare(a.value, b.value));
  body.append(...full.concat(empty).map(({ row }) => row));
}

function makeSortable(table) {
  const heads = Array.from(table.tHead.rows[0].cells);
  heads.forEach((head, column) => {
    const press = () => {
      const turned = head.getAttribute("aria-sort") === "ascending";
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", turned ? "descending" : "ascending");
      sortBy(table, column, turned);
    };
    head.tabIndex = 0;
    head.style.cursor = "pointer";
    head.title = "sort";
    head.addEventListener("click", press);
    head.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        press();
      }
    });
  });
}

document.addEventListener("DOMContentLoaded", () => {
  document.querySelectorAll("table.sortable").forEach(makeSortable);
});
