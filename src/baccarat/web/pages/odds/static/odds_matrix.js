// The arrow keys move through the cells of the matrix; the focused cell is written out below, with
// its fraction.

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

export function walk(place) {
  place.addEventListener("keydown", (event) => {
    const cell = event.target.closest(".matrix td[data-said]");
    const next = cell && neighbour(cell, event.key);
    if (!next) return;
    event.preventDefault();
    cell.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });
  for (const name of ["focusin", "pointerover"]) {
    place.addEventListener(name, ({ target }) => {
      const cell = target.closest(".matrix td[data-said]");
      if (cell) place.querySelector(".spoken").textContent = cell.dataset.said;
    });
  }
}

function neighbour(cell, key) {
  const row = cell.parentElement;
  const cells = [...row.querySelectorAll("td[data-said]")];
  if (key === "Home" || key === "End") return cells.at(key === "Home" ? 0 : -1);
  if (!(key in STEPS)) return null;
  const [down, right] = STEPS[key];
  const rows = [...row.parentElement.rows];
  const there = rows[rows.indexOf(row) + down]?.querySelectorAll("td[data-said]");
  return there?.[cells.indexOf(cell) + right] ?? null;
}
