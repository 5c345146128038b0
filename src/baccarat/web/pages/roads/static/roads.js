// The roads: questions about them, and the number of columns on a narrow screen.

import { passFocus, swap } from "./house.js";

// Questions: what a win would add, or why a mark has its colour. The answer is the roads with marks
// or cells lit, until the same question or the next coup.

const AGAIN = 1000; // milliseconds before the next try
const gone = document.querySelector(".gone");
let asked = ""; // the last question wins

async function ask(place, address) {
  asked = address;
  const answer = await fetch(address).catch(() => null);
  if (asked !== address) return;
  const { page } = place.dataset; // the page's address has the question; other pages learn it from their stream
  if (page) gone.hidden = answer !== null;
  if (!answer) setTimeout(() => asked === address && ask(place, address), AGAIN);
  if (!answer?.ok) return;
  const isPressed = place.contains(document.activeElement);
  await swap(place, await answer.text());
  if (isPressed) passFocus(place, "[data-asks]");
  if (page) history.replaceState(null, "", page + new URL(address, location.href).search);
}

/** The cell of a road under the pointer, as column and row. */
function cellAt(road, { clientX, clientY }) {
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(road.getScreenCTM().inverse());
  return `${Math.floor(x)}.${Math.floor(y)}`;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-asks]"), road = event.target.closest("[data-why] svg.road");
  const place = event.target.closest("[data-part]");
  if (button) ask(place, button.dataset.asks);
  else if (road) ask(place, `${road.parentElement.dataset.why}:${cellAt(road, event)}`);
});

// On a narrow screen each road shows its last columns, large enough to read; or the first lit
// columns.

const narrow = matchMedia("(max-width: 719px)");
const FEW = { "road-bead": 12, "road-big": 18, "road-big-eye": 12, "road-small": 12, "road-cockroach": 12 };

function fit(road) {
  const { cols, used, first, lit } = road.dataset;
  const few = FEW[road.classList[1]] ?? Number(cols);
  const shown = narrow.matches ? Math.min(few, Number(cols)) : Number(cols);
  const last = Math.min(Number(used) + 1 - shown, Number(lit ?? used));
  const from = narrow.matches ? Math.max(last, Number(first)) : Number(first);
  const rows = road.viewBox.baseVal.height;
  road.setAttribute("viewBox", `${from} 0 ${shown} ${rows}`);
}

function fitAll() {
  document.querySelectorAll(".board svg.road").forEach(fit);
}

narrow.addEventListener("change", fitAll);
document.addEventListener("htmx:after:swap", fitAll);
fitAll();
