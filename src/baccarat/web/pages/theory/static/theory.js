// Theory: every move of a slider is a question; the last one wins, and is in the address.

import { swap } from "./house.js";
import { practise } from "./theory_practice.js";

const form = document.querySelector("#asked");
const objection = document.querySelector(".objection");
const tab = [...crypto.getRandomValues(new Uint32Array(4))].map((one) => one.toString(36)).join("");
const QUIET = 350; // milliseconds without a move before the proof is requested
const AGAIN = 300; // milliseconds between requests while the server works
const NEEDS = { shoe: ["decks", "commission"], endless: ["commission"], banque: ["decks", "theta", "first"] };
let asking = new AbortController();

function kindOf(model) {
  return model === "banque" ? "banque" : model.startsWith("A") ? "endless" : "shoe";
}

function address() {
  const { model, endless } = form.elements;
  const said = new URLSearchParams({ model: model.value });
  for (const name of NEEDS[kindOf(model.value)]) {
    if (name === "decks" && endless.checked && model.value === "banque") said.set("endless", "true");
    else said.set(name, form.elements[name].value.trim());
  }
  return said.toString().replaceAll("%2F", "/");
}

function pause(milliseconds, signal) {
  return new Promise((go, stop) => {
    const timer = setTimeout(go, milliseconds);
    signal.addEventListener("abort", () => { clearTimeout(timer); stop(signal.reason); });
  });
}

async function show(parts) {
  for (const [place, html] of Object.entries(parts)) await swap(document.getElementById(place), html);
}

function object(text) {
  objection.textContent = text;
  objection.hidden = !text;
}

// One request at a time, so that the server never works on a question that is outdated.
let flight = Promise.resolve();

function fetched(query, prove) {
  const asked = fetch(`/theory/answer?${query}&tab=${tab}${prove ? "&prove=true" : ""}`)
    .then(async (response) => ({ status: response.status, told: await response.json() }));
  flight = asked.catch(() => {});
  return asked;
}

// Ask until there is an answer; the server also sends the HTML to show meanwhile. While a slider
// moves, an outdated answer is shown until the next one arrives.
async function answered(query, prove, signal) {
  for (;;) {
    const { status, told } = await fetched(query, prove);
    const isLate = signal.aborted;
    if (isLate && (prove || status !== 200)) return null;
    if (status >= 400) {
      object([told.detail, told.what_to_do].filter(Boolean).join(" – "));
      return null;
    }
    object("");
    await show(told.parts);
    if (isLate || signal.aborted) return null;
    if (status !== 202) return told;
    await pause(AGAIN, signal);
  }
}

async function ask() {
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  await flight;
  if (signal.aborted) return; // a later move will ask
  const query = address();
  try {
    const told = await answered(query, false, signal);
    if (!told) return;
    await pause(QUIET, signal);
    history.replaceState(null, "", `/theory?${query}`); // browsers limit these calls
    announce();
    practise.renew(query);
    if (!told.is_proved) await answered(query, true, signal);
  } catch (trouble) {
    if (!signal.aborted) object(form.dataset.failed);
  }
}

// Complete the server's page: its proof is missing, or everything if the game was not solved.
async function goOn() {
  const { signal } = asking;
  try {
    const query = address();
    if (await answered(query, true, signal)) practise.begin(address, query);
  } catch (trouble) {
    if (!signal.aborted) object(form.dataset.failed);
  }
}

function announce() {
  const figure = document.querySelector("#answer .figures div");
  const alone = document.querySelector("#answer .alone");
  document.querySelector("#announced").textContent = [figure, alone].filter(Boolean).map((one) => one.textContent).join(" ");
}

function stop(working) {
  asking.abort();
  fetch(`/theory/leave?tab=${tab}`, { method: "POST" });
  for (const one of working.children) one.hidden = !one.hidden;
  working.querySelector("[data-again]").focus();
}

// Move a slider to the value of its field: `1/20` and `5%` are numbers, too.
function place(slider) {
  const text = form.elements[slider.dataset.slides].value.trim();
  const [above, below = "1"] = text.replace("%", "").split("/");
  const number = Number(above) / Number(below) / (text.endsWith("%") ? 100 : 1);
  if (Number.isFinite(number)) slider.value = number;
}

const sliders = form.querySelectorAll("[data-slides]");

function chooseGame() {
  form.dataset.game = kindOf(form.elements.model.value);
}

form.addEventListener("input", ({ target }) => {
  if (target.dataset.slides) form.elements[target.dataset.slides].value = target.value;
  else sliders.forEach(place);
  chooseGame();
  ask();
});
form.addEventListener("submit", (event) => { event.preventDefault(); ask(); });

document.addEventListener("click", (event) => {
  const { target } = event;
  const set = target.closest("[data-set]");
  const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey);
  if (set && isPlain) {
    event.preventDefault();
    const [name, value] = set.dataset.set.split("=");
    form.elements[name].value = value;
    sliders.forEach(place);
    ask();
  }
  const cell = target.closest("a[data-cell]");
  if (cell && isPlain) {
    event.preventDefault();
    practise.cell(address(), cell.dataset.cell);
  }
  if (target.closest("[data-stop]")) stop(target.closest(".working"));
  if (target.closest("[data-again]")) ask();
});

// In a grid the arrow keys move from cell to cell; Tab leaves it.
const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
document.addEventListener("keydown", (event) => {
  const cell = event.target.closest?.(".grid a");
  const step = STEPS[event.key];
  if (!cell || !step) return;
  const here = cell.closest("tr");
  const rows = [...here.parentElement.rows];
  const row = rows[rows.indexOf(here) + step[0]];
  const next = row?.cells[cell.parentElement.cellIndex + step[1]]?.querySelector("a");
  if (!next) return;
  event.preventDefault();
  next.focus();
});
function oneStop() {
  for (const grid of document.querySelectorAll(".grid tbody")) {
    const links = [...grid.querySelectorAll("a")];
    const stop = links.find((one) => one === document.activeElement) ?? links[0];
    for (const one of links) one.tabIndex = one === stop ? 0 : -1;
  }
}
document.addEventListener("focusin", ({ target }) => { if (target.closest(".grid")) oneStop(); });
document.querySelector("#answer").addEventListener("shown", oneStop);

sliders.forEach(place);
chooseGame();
oneStop();
practise.begin(address);
if (objection.hidden) goOn();
