// The same result again at once: it is written, and marked until the dealer takes it back.

import { desk } from "./dealer_draft.js";

const SOON = 1_500; // milliseconds: few tables have two coups so soon
const line = document.querySelector("#doubled");
const marked = new Set(); // coups of this shoe
let last = { said: "", at: -Infinity };

/** A result was written as this coup; `at` is when the dealer entered it. */
export function note(said, at, coup) {
  const isDouble = said === last.said && at - last.at < SOON;
  last = { said, at };
  marked[isDouble ? "add" : "delete"](coup);
  mark();
}

/** The last act was undone: so many coups are left. */
export function takeBack(coups) {
  for (const coup of marked) if (coup > coups) marked.delete(coup);
  last = { said: "", at: -Infinity };
  mark();
}

/** Coups were changed: their numbers may be others now. */
export function forgetMarks() {
  marked.clear();
  mark();
}

/** Mark the coups in the list; the line tells of the last one, which one key takes back. */
export function mark() {
  const buttons = document.querySelectorAll("[data-coup]");
  for (const button of buttons) {
    button.classList.toggle("doubled", marked.has(Number(button.dataset.coup)));
  }
  line.hidden = !marked.has(buttons.length);
  line.textContent = desk.dataset.sayDouble.replaceAll("#", buttons.length);
}
