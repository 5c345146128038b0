// The drill: the server asks and judges; this page measures time and keeps the score.

import { score } from "./drill_score.js";

const room = document.querySelector("#drill");
const chosen = document.querySelector("#chosen");
const objection = document.querySelector(".objection");
const announced = document.querySelector("#announced");
let begun = performance.now(); // when the question appeared
let asking = new AbortController();

function object(text) {
  objection.textContent = text;
  objection.hidden = !text;
}

// Focus the first control, or after a verdict the next question.
function focusFirst() {
  const first = room.querySelector("[data-next], .answering :is(input:not([type=hidden]), button)");
  first?.focus({ preventScroll: true });
}

function showQuestion(question) {
  begun = performance.now();
  history.replaceState(null, "", question.dataset.address);
  chosen.elements.level.value = question.dataset.level;
  announced.textContent = question.dataset.said;
}

function showVerdict(verdict) {
  const told = verdict.querySelectorAll(":scope > p");
  announced.textContent = [...told].map((one) => one.textContent).join(" ");
  const { kind, right, milliseconds, points } = verdict.dataset;
  score.note(kind, right === "yes", Number(milliseconds), Number(points));
}

// The last request wins; a refusal is shown, and the clock goes on.
async function fetched(path, said) {
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  said.set("part", "true");
  try {
    const response = await fetch(`${path}?${new URLSearchParams(said)}`, { signal });
    const text = await response.text();
    if (signal.aborted) return;
    if (!response.ok) {
      const { detail, what_to_do } = JSON.parse(text);
      object([detail, what_to_do].filter(Boolean).join(" – "));
      return;
    }
    object("");
    room.innerHTML = text;
    const verdict = room.querySelector(".verdict");
    if (verdict) showVerdict(verdict);
    else showQuestion(room.querySelector(".question"));
    focusFirst();
    (verdict ?? room).scrollIntoView({ block: "nearest" });
  } catch (trouble) {
    if (!signal.aborted) object(room.dataset.failed);
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  const path = form.getAttribute("action");
  if (!path.startsWith("/drill")) return;
  event.preventDefault();
  const said = new FormData(form, event.submitter);
  if (form.matches(".answering")) said.set("milliseconds", Math.round(performance.now() - begun));
  fetched(path, said);
});

// A click on a road answers with the place of the mark.
room.addEventListener("click", ({ target, clientX, clientY }) => {
  const road = target.closest("svg.road");
  const form = room.querySelector("[data-form=place]");
  if (!road || !form) return;
  const at = new DOMPoint(clientX, clientY).matrixTransform(road.getScreenCTM().inverse());
  const [column, row] = form.querySelectorAll("input:not([type=hidden])");
  [column.value, row.value] = [Math.floor(at.x) + 1, Math.floor(at.y) + 1];
  form.requestSubmit();
});

// D draws, R is red, 7 is seven: a key uses the control that shows it. In a text field digits are
// typed, and letters still choose.
document.addEventListener("keydown", (event) => {
  const { key, target, ctrlKey, altKey, metaKey } = event;
  if (ctrlKey || altKey || metaKey || target.closest("select, #chosen, .score")) return;
  if (target.matches("input:not([type=radio], [type=checkbox])") && !/^[a-z]$/i.test(key)) return;
  if (!/^[a-z0-9]$/i.test(key)) return;
  const control = room.querySelector(`[data-key="${key.toLowerCase()}"]`);
  if (!control) return;
  event.preventDefault();
  control.click();
  if (control.type === "checkbox") control.focus();
});
// Enter in a checkbox answers, as in a text field.
room.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches("[type=checkbox], [type=radio]")) return;
  event.preventDefault();
  event.target.form.requestSubmit(event.target.form.querySelector(".primary"));
});

score.begin((kind) => {
  for (const box of chosen.querySelectorAll("[name=kind]")) box.checked = box.value === kind;
  chosen.requestSubmit();
});
const question = room.querySelector(".question");
if (question && !room.querySelector(".verdict")) history.replaceState(null, "", question.dataset.address);
