// The same result twice in quick succession: it is written, and marked as a possible double.

import { desk } from "./dealer_draft.js";

const SOON = 1_500; // milliseconds: few tables deal two coups so fast
const line = document.querySelector("#doubled");
const marked = new Set(); // the marked coups of this shoe
let last = { said: "", at: -Infinity };

/** Note a written result, its coup, and the time when the dealer entered it. */
export function note(said, at, coup) {
  const isDouble = said === last.said && at - last.at < SOON;
  last = { said, at };
  marked[isDouble ? "add" : "delete"](coup);
  mark();
}

/** Forget marks after an undo; `coups` is the number of coups left. */
export function takeBack(coups) {
  for (const coup of marked) if (coup > coups) marked.delete(coup);
  last = { said: "", at: -Infinity };
  mark();
}

/** Forget all marks, because a change may give coups new numbers. */
export function forgetMarks() {
  marked.clear();
  mark();
}

/** Mark the coups in the list; the line names the last one, which a single key takes back. */
export function mark() {
  const buttons = document.querySelectorAll("[data-coup]");
  for (const button of buttons) {
    button.classList.toggle("doubled", marked.has(Number(button.dataset.coup)));
  }
  line.hidden = !marked.has(buttons.length);
  line.textContent = desk.dataset.sayDouble.replaceAll("#", buttons.length);
}
