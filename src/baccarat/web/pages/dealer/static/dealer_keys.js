// Keys, and card readers that type very fast: a line of text that always has the focus.

import { draft, read, seen, show } from "./dealer_draft.js";
import { isBusy } from "./dealer_queue.js";

const input = document.querySelector("#typed");
const STUTTER = 100; // milliseconds: a reader that reads a card twice; nobody types as fast
const SAME_ENTER = 400; // an empty Enter this soon belongs to the last one, e.g. in \r\n
const QUIET = 150, ALONE = 90;
let line = { text: "", at: -Infinity };
let lastKey = -Infinity;
let looks = 0;

/** Call `does.take(text, at, isSame)`, `does.undo()`, `does.back()` or `does.escape()`. */
export function listen(does) {
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") enter(event, does);
    else if (event.key === "Escape") {
      input.value = "";
      does.escape();
    } else if (event.key === "Backspace" && !input.value && !event.repeat) does.back();
    else if (event.key.toLowerCase() === "u" || (event.key === "z" && event.ctrlKey)) undo(event, does);
    lastKey = event.timeStamp;
  });
  input.addEventListener("input", look);
  document.addEventListener("keydown", (event) => {
    const isTyped = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (isTyped && !isElsewhere()) input.focus({ preventScroll: true });
  }, true);
  document.addEventListener("focusout", () => setTimeout(returnFocus));
  input.readOnly = false; // until here, an Enter between two results would be lost
  returnFocus();
}

/** Whether another field has the focus, or a question is open. */
function isElsewhere() {
  return document.querySelector("dialog[open]") !== null || document.activeElement.closest("input, select, textarea") !== null;
}

/** Focus the line if nothing else has the focus. */
export function returnFocus() {
  const active = document.activeElement;
  if ((!active || active === document.body) && !document.querySelector("dialog[open]")) {
    input.focus({ preventScroll: true });
  }
}

export function takeFocus() {
  input.focus({ preventScroll: true });
}

function enter(event, does) {
  event.preventDefault();
  if (!event.repeat) submit(event, does);
}

/** After a tap, an Enter is a new one. */
export function freshen() {
  line = { text: "", at: -Infinity };
}

/** Take the typed text as a line. */
export function submit({ timeStamp: at }, does) {
  const text = input.value.trim();
  const passed = at - line.at;
  input.value = "";
  looks += 1;
  if (isUndo(text)) does.undo();
  else if (text || passed >= SAME_ENTER) does.take(text, at, text === line.text && passed < STUTTER);
  else return;
  line = { text, at };
}

/** A single key takes the last act back; within the text of a reader it is a letter. */
function undo(event, does) {
  if (event.ctrlKey || event.repeat) event.preventDefault();
  if (event.repeat || input.value) return;
  if (event.ctrlKey) does.undo();
  else setTimeout(() => {
    if (lastKey !== event.timeStamp || !isUndo(input.value)) return;
    input.value = "";
    looks += 1;
    does.undo();
  }, ALONE);
}

function isUndo(text) {
  return text.toLowerCase() === "u";
}

/** Show the reading of the text while it is typed, if there is time. */
function look() {
  if (!isBusy()) draft.since ??= seen(); // later acts of others make the draft stale
  looks += 1;
  const mine = looks;
  setTimeout(async () => {
    if (mine !== looks || isBusy()) return;
    const reading = await read(input.value).catch(() => null);
    if (reading && mine === looks && !isBusy()) show(reading);
  }, QUIET);
}
