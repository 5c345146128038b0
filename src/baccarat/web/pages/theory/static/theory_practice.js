// Practice: the server deals a cell and says what your decision costs. The score stays here.

import { swap } from "./house.js";

const KEPT = "baccarat-theory-score";
const NONE = { tries: 0, rights: 0, run: 0, best: 0 };
const room = document.querySelector("#practice");
const objection = document.querySelector(".objection");
let address = () => "";

function score() {
  try {
    return { ...NONE, ...JSON.parse(localStorage.getItem(KEPT) ?? "{}") };
  } catch {
    return { ...NONE };
  }
}

function keep(told) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(told));
  } catch { /* works without storage, too */ }
  showScore();
}

function showScore() {
  const told = score();
  const line = room.querySelector("[data-score]");
  if (!line) return;
  line.hidden = false;
  for (const name of Object.keys(NONE)) line.querySelector(`[data-${name}]`).textContent = told[name];
}

function note(isRight) {
  const told = score();
  told.tries += 1;
  told.rights += isRight ? 1 : 0;
  told.run = isRight ? told.run + 1 : 0;
  told.best = Math.max(told.best, told.run);
  keep(told);
}

function object(text) {
  objection.textContent = text;
  objection.hidden = !text;
}

// The last request wins; a refusal is shown in its place.
let asking = new AbortController();

async function fetched(query) {
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  const response = await fetch(`/theory/practice?${query}`, { signal }).catch(() => null);
  if (signal.aborted) return;
  if (!response) {
    object(room.dataset.failed);
    return;
  }
  const text = await response.text();
  if (signal.aborted) return;
  if (!response.ok) {
    object(JSON.parse(text).detail);
    return;
  }
  if (objection.textContent === room.dataset.failed) object("");
  await swap(room, text);
  showScore();
  const verdict = room.querySelector(".verdict");
  if (verdict && query.includes("move=")) {
    note(verdict.dataset.right === "yes");
    document.querySelector("#announced").textContent = verdict.querySelector("p").textContent;
    room.querySelector("[name=deal]").focus();
  } else room.querySelector("[name=move]")?.focus();
}

room.addEventListener("submit", (event) => {
  event.preventDefault();
  const said = new FormData(event.target, event.submitter);
  for (const name of ["model", "decks", "commission"]) said.delete(name);
  fetched(`${address()}&${new URLSearchParams(said)}`);
});
room.addEventListener("click", ({ target }) => {
  if (target.closest("[data-forget]")) keep({ ...NONE });
});
document.addEventListener("keydown", ({ key, target, ctrlKey, altKey, metaKey }) => {
  if (ctrlKey || altKey || metaKey || target.closest("input, select")) return;
  const move = { d: "draw", s: "stand" }[key.toLowerCase()];
  if (move) room.querySelector(`[name=move][value=${move}]`)?.click();
});

export const practise = {
  // The page comes without this part until its game is solved.
  begin(asked, query = "") {
    address = asked;
    if (query && !room.childElementCount) fetched(query);
    else showScore();
  },
  // For another game, deal again.
  renew: (query) => fetched(query),
  async cell(query, name) {
    await fetched(`${query}&cell=${encodeURIComponent(name)}`);
    room.scrollIntoView({ block: "nearest" });
  },
};
