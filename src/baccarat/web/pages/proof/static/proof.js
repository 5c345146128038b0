// The page of proofs: figures as they are counted, and the shoe of a table.

import { compareWith } from "./fair_form.js";

const OFTEN = 300; // milliseconds between two requests while figures are counted

// The figures: the server draws the rows that are new.

const counted = document.getElementById("counted");
const board = document.getElementById("figures");

/** Whether the table may scroll with the count: not under a pointer, nor with reduced motion. */
function isFollowed() {
  const isHeld = board.matches(":hover, :focus-within");
  return !isHeld && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

async function follow() {
  const answer = await fetch(`/proof/figures?since=${counted.dataset.done}`);
  if (!answer.ok) return;
  const drawn = document.createElement("template");
  drawn.innerHTML = `<table>${await answer.text()}</table>`;
  const { content } = drawn;
  const rows = [...content.querySelectorAll("tr")];
  for (const row of rows) document.getElementById(row.id).replaceWith(row);
  if (rows.length && isFollowed()) board.scrollTop = rows.at(-1).offsetTop - board.clientHeight / 2;
  const state = content.querySelector("caption");
  Object.assign(counted.dataset, state.dataset);
  counted.textContent = state.textContent;
  document.getElementById("progress").value = state.dataset.done;
  if (!isOver()) return;
  document.getElementById("progress").hidden = true;
  document.getElementById("announced").textContent = state.textContent;
}

const isOver = () => counted.dataset.over === "yes";

async function followToTheEnd() {
  while (!isOver()) {
    if (!document.hidden) await follow().catch(() => {}); // no answer: ask again
    await new Promise((later) => { setTimeout(later, OFTEN); });
  }
}

followToTheEnd();

// A table's link names its shoe: fetch that shoe and compare.

async function compareWithTable() {
  const given = new URLSearchParams(location.hash.slice(1));
  const table = Number(given.get("table")), dealt = Number(given.get("dealt"));
  if (!Number.isSafeInteger(table) || !Number.isSafeInteger(dealt) || !table || !dealt) return;
  const answer = await fetch(`/tables/${table}/shoes/${dealt}.txt`);
  const note = document.getElementById("from-table");
  note.hidden = false;
  note.textContent = answer.ok ? note.dataset.here : note.dataset.gone;
  if (answer.ok) compareWith(await answer.text());
}

compareWithTable().catch(() => {});
addEventListener("hashchange", () => {
  if (location.hash.includes("=")) location.reload(); // another shoe, not a place on this page
});
