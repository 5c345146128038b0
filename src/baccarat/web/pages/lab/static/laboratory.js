// The laboratory: a form starts a run; a run is watched, stopped, checked and shared.
//
// An element with `data-live` fetches itself from that address every half second, while something in
// it has `data-moves` and the page is visible. Screen readers announce new text in `data-say` once.

import { Client, Refused } from "./client.js";
import { passFocus, swap } from "./house.js";
import { drawPlots } from "./run_plot.js";

const AGAIN = 500, LATER = 3000; // milliseconds; LATER after no answer
const COPIED = 2000;
const root = document.documentElement;
const client = new Client("", { language: root.lang });
const gone = document.querySelector(".gone");

// The form.

async function ask(form) {
  const line = form.querySelector("[role=alert]");
  const button = form.querySelector("[type=submit]");
  line.textContent = "";
  button.disabled = true;
  for (const field of form.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
  try {
    const fields = Object.fromEntries(new FormData(form));
    const answer = await fetch("/laboratory", {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json", "Accept-Language": root.lang },
      body: JSON.stringify({ kind: form.dataset.ask, fields }),
    });
    const told = await answer.json();
    if (answer.ok) {
      location.assign(told.address);
      return;
    }
    line.textContent = [told.detail, told.what_to_do].filter(Boolean).join(" – ");
    const field = form.elements[told.field];
    field?.setAttribute("aria-invalid", "true");
    field?.focus();
  } catch {
    line.textContent = gone.textContent;
  }
  button.disabled = false;
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("[data-ask]");
  if (!form) return;
  event.preventDefault();
  ask(form);
});

// Disabled until here, because without this script the browser would send the form nowhere.
for (const button of document.querySelectorAll("[data-ask] [type=submit]")) button.disabled = false;

// Live elements.

let said = null;
let timer = 0;

async function refresh(place) {
  const answer = await fetch(place.dataset.live, { headers: { Accept: "text/html" } });
  if (answer.ok) await swap(place, await answer.text());
}

/** Fetch every live element, again and again while the page is visible. */
async function watch() {
  clearTimeout(timer);
  const moving = [...document.querySelectorAll("[data-live]")].filter((place) => place.querySelector("[data-moves]"));
  if (document.hidden || !moving.length) return;
  let wait = AGAIN;
  try {
    await Promise.all(moving.map(refresh));
    gone.hidden = true;
  } catch {
    gone.hidden = false;
    wait = LATER;
  }
  clearTimeout(timer); // a click may have set a timer meanwhile
  timer = setTimeout(watch, wait);
}

/** Announce new text; the first text is read with the page. */
function say() {
  const now = document.querySelector("[data-say]")?.dataset.say ?? "";
  if (said !== null && now && now !== said) document.getElementById("announced").textContent = now;
  said = now;
}

document.addEventListener("shown", () => {
  drawPlots();
  say();
});
document.addEventListener("visibilitychange", watch);

// Buttons.

async function act(button) {
  const place = button.closest("[data-live]");
  const coming = button.dataset.act.endsWith("/check") ? place.querySelector(".check[hidden]") : null;
  button.disabled = true;
  if (coming) coming.hidden = false; // at once, so that nothing moves unexpectedly later
  try {
    await client.post(button.dataset.act.replace("/api/v1/", ""), {});
    await refresh(place);
  } catch (trouble) {
    const line = place.querySelector(".objection");
    if (coming) coming.hidden = true;
    line.hidden = false;
    line.textContent = trouble instanceof Refused ? trouble.message : gone.textContent;
  }
  button.disabled = false;
  passFocus(place, "[data-act]");
  watch();
}

async function copy(button) {
  const source = document.getElementById(button.dataset.copy);
  const text = source.href ?? source.textContent;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    select(source); // pages without HTTPS may not copy: select the text instead
    return;
  }
  const before = button.textContent;
  button.textContent = button.dataset.copied;
  document.getElementById("announced").textContent = button.dataset.copied;
  setTimeout(() => (button.textContent = before), COPIED);
}

function select(source) {
  const range = document.createRange();
  range.selectNodeContents(source);
  getSelection().removeAllRanges();
  getSelection().addRange(range);
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  if (button?.dataset.act) act(button);
  if (button?.dataset.copy) copy(button);
});

drawPlots();
say();
watch();
