// Keys, and readers that type as fast as a machine: one line of text that always has the focus.

import { draft, read, seen, show } from "./dealer_draft.js";
import { isBusy } from "./dealer_queue.js";

const input = document.querySelector("#typed");
const STUTTER = 100; // milliseconds: a reader that reads a card twice; no hand types a code as fast
const SAME_ENTER = 400; // an Enter with nothing before it is the end of the last one, \r\n say
const QUIET = 150, ALONE = 90;
let line = { text: "", at: -Infinity };
let lastKey = -Infinity;
let looks = 0;

/** Call `does.take(text, at, isSame)`, `does.undo()`, `does.back()`, `does.escape()`. */
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
  input.readOnly = false; // before, an Enter would have been lost between two results
  returnFocus();
}

/** Whether somebody types somewhere else, or is asked something. */
function isElsewhere() {
  return document.querySelector("dialog[open]") !== null || document.activeElement.closest("input, select, textarea") !== null;
}

/** The line has the focus whenever nothing else has it. */
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

/** Something was tapped: an Enter after it is a new one. */
export function freshen() {
  line = { text: "", at: -Infinity };
}

/** What was typed up to here is one line. */
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

/** One key alone takes the last act back; inside of what a reader types it is a letter. */
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

/** Show what is typed while it is typed, if there is time. */
function look() {
  if (!isBusy()) draft.since ??= seen(); // acts that others do from now on make the draft stale
  looks += 1;
  const mine = looks;
  setTimeout(async () => {
    if (mine !== looks || isBusy()) return;
    const reading = await read(input.value).catch(() => null);
    if (reading && mine === looks && !isBusy()) show(reading);
  }, QUIET);
}
