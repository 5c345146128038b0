// The odds page: every click and every input is a question; the last question wins.

import { passFocus, swap } from "./house.js";
import { walk } from "./odds_matrix.js";

const PATH = "/odds";
const PAUSE = 180; // milliseconds after the last input
const AGAIN = 1_000; // milliseconds before the next try
const BUSY = [429, 503];
const place = document.querySelector("#odds");
const announced = document.querySelector("#announced");
const gone = document.querySelector(".gone");
const busy = document.querySelector(".busy");
let pressed = []; // the acts since the shown answer
let asking = new AbortController();
let pause = 0;

const here = () => location.pathname + location.search;
let drawn = here(); // the address of the shown answer

const form = () => place.querySelector("#question");

// Drop an older question for a newer one.
function drop() {
  clearTimeout(pause);
  asking.abort();
  asking = new AbortController();
  place.removeAttribute("aria-busy");
  return asking.signal;
}

function fields() {
  const said = new URLSearchParams();
  for (const [name, value] of new FormData(form())) if (value) said.append(name, value);
  for (const act of pressed) said.append("do", act);
  return said;
}

async function ask(query, isStep = false) {
  const signal = drop();
  place.setAttribute("aria-busy", "true");
  let wait = AGAIN;
  try {
    const answer = await fetch(`${PATH}/answer?${query}`, { signal });
    gone.hidden = true;
    busy.hidden = !BUSY.includes(answer.status);
    wait = 1_000 * answer.headers.get("Retry-After") || AGAIN;
    if (answer.ok) await show(await answer.text(), signal, isStep);
    else if (!busy.hidden) throw new Error("busy");
    else location.assign(`${PATH}?${query}`); // the whole page explains it
  } catch (trouble) {
    if (signal.aborted) return;
    if (trouble instanceof TypeError) gone.hidden = false; // no answer
    pause = setTimeout(() => ask(query, isStep), wait);
  }
}

async function show(text, signal, isStep) {
  const fresh = document.createElement("template");
  fresh.innerHTML = text;
  const content = fresh.content;
  keepFigures(content);
  for (const open of place.querySelectorAll("details[open][id]")) {
    content.querySelector(`#${open.id}`)?.setAttribute("open", "");
  }
  const hasFractions = place.querySelector("#fractions")?.checked ?? true;
  if (signal.aborted) return;
  pressed = [];
  keepAddress(content.querySelector("[data-address]").dataset.address, isStep);
  const isPressed = place.contains(document.activeElement);
  await swap(place, fresh.innerHTML);
  if (isPressed) passFocus(place, ".pile");
  settle(hasFractions);
  place.removeAttribute("aria-busy");
  tell();
}

// Without new figures, keep those of the last question, marked as such.
function keepFigures(content) {
  const now = content.querySelector("#figures");
  const before = place.querySelector("#figures");
  if (!("empty" in now.dataset) || "empty" in before.dataset) return;
  const kept = before.cloneNode(true);
  kept.classList.add("old");
  kept.querySelector(".stale").hidden = false;
  now.replaceWith(kept);
}

// A question that leaves a shoe is a new entry of the history; otherwise replace the address.
function keepAddress(address, isStep) {
  drawn = address;
  if (address === here()) return;
  const leaves = !isStep && new URLSearchParams(location.search).has("shoe");
  history[leaves ? "pushState" : "replaceState"](null, "", address);
}

// A field that was typed in keeps its text when its markup changes, so take the new value. Keep
// spaces at its ends, because the next card may follow.
function settle(hasFractions) {
  for (const field of form().elements) {
    if (field.type === "radio" || field.type === "checkbox") field.checked = field.defaultChecked;
    else if (field.tagName === "SELECT") field.value = field.querySelector("[selected]")?.value ?? field.options[0].value;
    else if (field.tagName !== "BUTTON" && field.value?.trim() !== field.defaultValue) field.value = field.defaultValue;
  }
  const fractions = place.querySelector("#fractions");
  if (fractions) fractions.checked = hasFractions;
}

function tell() {
  const said = place.querySelector(".asking").dataset.said;
  if (said && !place.querySelector(".problem")) announced.textContent = said;
}

function press(act) {
  pressed.push(act);
  ask(fields());
}

place.addEventListener("submit", (event) => {
  if (event.target !== form()) return;
  event.preventDefault();
  const act = event.submitter?.name === "do" ? event.submitter.value : "";
  if (act) press(event.submitter.matches(".pile") && !act.includes(".") ? goesTo(act) : act);
  else ask(fields());
});

function goesTo(card) {
  const isCoup = form().elements.to.value === "coup";
  return `${isCoup ? "lay" : "take"}.${card}`;
}

// Delete or Shift-click puts a card back on this pile.
place.addEventListener("keydown", (event) => {
  const pile = event.target.closest(".pile");
  if (!pile || !["Delete", "Backspace"].includes(event.key)) return;
  event.preventDefault();
  press(`put.${pile.value}`);
});

place.addEventListener("click", (event) => {
  const pile = event.target.closest(".pile");
  const step = event.target.closest("a[data-ask]");
  if (pile && event.shiftKey) {
    event.preventDefault();
    press(`put.${pile.value}`);
  } else if (step && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    pressed = [];
    ask(new URL(step.href).searchParams, true);
  }
});

place.addEventListener("input", ({ target }) => {
  if (target.form !== form() || !target.name) return;
  drop();
  const isTyped = target.type === "text" || target.tagName === "TEXTAREA";
  pause = setTimeout(() => ask(fields()), isTyped ? PAUSE : 0);
});

// On a phone, fractions are hidden until they are wanted.
if (matchMedia("(max-width: 719px)").matches) settle(false);
addEventListener("popstate", () => {
  if (here() !== drawn) location.reload(); // otherwise it was a link within this page
});
walk(place);
