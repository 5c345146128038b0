// Keys, and readers that type as fast as a machine: one line of text that always has the focus.

import { begin, isBusy, read, show } from "./dealer-draft.js";

const input = document.querySelector("#typed");
const SAME_LINE = 400, QUIET = 150, ALONE = 90; // milliseconds
let line = { text: "", at: -Infinity };
let lastKey = -Infinity;
let looks = 0;

/** Call `does.take(line, at)`, `does.same()`, `does.undo()`, `does.back()`, `does.escape()`. */
export function listen(does) {
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") enter(event, does);
    else if (event.key === "Escape") {
      input.value = "";
      does.escape();
    } else if (event.key === "Backspace" && !input.value && !event.repeat) does.back();
    else if (event.key.toLowerCase() === "u" || (event.key === "z" && event.ctrlKey)) undo(event, does);
    lastKey = performance.now();
  });
  input.addEventListener("input", look);
  document.addEventListener("keydown", (event) => {
    const isTyped = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (isTyped && !isElsewhere()) input.focus({ preventScroll: true });
  }, true);
  document.addEventListener("focusout", () => setTimeout(returnFocus));
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
  if (event.repeat) return;
  submit(does);
}

/** Something was tapped: an Enter after it is a new one. */
export function freshen() {
  line = { text: "", at: -Infinity };
}

/** What was typed up to here is one line; the same line at once is a reader that read twice. */
export function submit(does) {
  const text = input.value.trim(), at = performance.now();
  input.value = "";
  looks += 1;
  const isSame = text === line.text && at - line.at < SAME_LINE;
  line = { text, at };
  if (!isSame) does.take(text, at);
  else if (text) does.same();
}

/** One key alone takes the last act back; inside of what a reader types it is nothing. */
function undo(event, does) {
  event.preventDefault();
  const at = performance.now();
  if (event.repeat || input.value || at - lastKey < ALONE) return;
  setTimeout(() => {
    if (lastKey <= at + 5 && !input.value) does.undo();
  }, ALONE);
}

/** Show what is typed while it is typed, if there is time. */
function look() {
  begin();
  looks += 1;
  const mine = looks;
  setTimeout(async () => {
    if (mine !== looks || isBusy()) return;
    const reading = await read(input.value).catch(() => null);
    if (reading && mine === looks && !isBusy()) show(reading);
  }, QUIET);
}
